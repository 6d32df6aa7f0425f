import { Money } from '#src/ui/money.tsx'
import { miningCalls, type CollateralRecord, type Mining } from '#contract/mining/mining.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import { useMining } from './use-mining.ts'
import styles from './mining.module.css'

const scale = 6
/** Locking collateral for machines, releasing what none needs, and what was locked and released. */
export function CollateralPage() {
  const { t } = useTranslation('mining')
  const read = useMining()
  return (
    <Page title={t('titles.collateral')} onRefresh={read.refresh}>
      <div className={styles.page}>
        <Loaded read={read} lines={3} height={72}>
          {(mining) => <CollateralForm mining={mining} onDone={() => void read.refresh()} />}
        </Loaded>
        <section className={styles.card}>
          <h2 className={styles.title}>{t('records')}</h2>
          <Records />
        </section>
      </div>
    </Page>
  )
}

type Way = 'lock' | 'release'
const faultOf = (amount: string, min: string, most: string, way: Way) => {
  if (amount === '' || compareDec(amount, '0') === 0) return 'refusals:amount_required'
  if (way === 'lock' && compareDec(amount, min) < 0) return 'refusals:amount_below_min'
  if (compareDec(amount, most) <= 0) return null
  return way === 'lock' ? 'refusals:insufficient_balance' : 'refusals:collateral_in_use'
}

function CollateralForm({ mining, onDone }: { readonly mining: Mining; readonly onDone: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const { amount: asked = '' } = useQuery()
  const free = useFree()(mining.collateral_currency_id)
  const unused = formatDec(parseDec(mining.collateral) - parseDec(mining.collateral_used))
  const [isReviewing, setIsReviewing] = useState(false)
  const form = useForm({
    draft: 'mining-collateral',
    first: { way: 'lock', amount: tidyDecimal(asked) },
    check: ({ way, amount }) => ({
      amount: faultOf(
        tidyDecimal(amount),
        mining.collateral_min,
        way === 'release' ? unused : free,
        way === 'release' ? 'release' : 'lock',
      ),
    }),
  })
  const way: Way = form.texts.way === 'release' ? 'release' : 'lock'
  const amount = tidyDecimal(form.texts.amount)
  const most = way === 'lock' ? free : unused
  const fault = form.faultOf('amount')
  const submit = useSubmit(miningCalls.collateral, {
    onDone: () => {
      form.drop()
      onDone()
    },
  })
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.collateral')}
      onSubmit={form.submit(() => {
        submit.reset()
        setIsReviewing(true)
      })}
    >
      {way === 'lock' && <LockBanner stops="trade" />}
      <p className={styles.note}>{t('collateralIs')}</p>
      <Segmented
        label={t('titles.collateral')}
        value={way}
        onChange={(next) => form.set('way', next)}
        options={[
          { value: 'lock', label: t('lock') },
          { value: 'release', label: t('release') },
        ]}
      />
      <AmountField
        name="amount"
        label={t('amount')}
        unit={baseCoin.name}
        scale={scale}
        value={form.texts.amount}
        onChange={(text) => form.set('amount', text)}
        onBlur={() => form.touch('amount')}
        onMax={() => form.set('amount', most)}
        aside={<Balance>{`${t(way === 'lock' ? 'available' : 'unused')} ${shown.money(most, baseCoin.name)}`}</Balance>}
        error={
          typeof fault === 'string'
            ? t(fault, {
                min: shown.sum(mining.collateral_min, baseCoin.name, 'cost'),
                coin: baseCoin.name,
                free: shown.sum(unused, baseCoin.name),
              })
            : null
        }
      />
      <Facts
        facts={[
          { name: t('locked'), value: shown.money(mining.collateral, baseCoin.name) },
          { name: t('needed'), value: shown.money(mining.collateral_used, baseCoin.name) },
          { name: t('unused'), value: shown.money(unused, baseCoin.name) },
        ]}
      />
      <Button type="submit" size="l" isWide isBusy={submit.isBusy}>
        {t(way === 'lock' ? 'reviewLock' : 'reviewRelease')}
      </Button>
      <ReviewSheet
        title={t(way === 'lock' ? 'reviewLock' : 'reviewRelease')}
        isOpen={isReviewing}
        onClose={() => setIsReviewing(false)}
        state={submit.state}
        failure={submit.failure}
        rows={[
          { name: t('amount'), value: shown.money(amount === '' ? '0' : amount, baseCoin.name), isStrong: true },
          { name: t('from'), value: t(way === 'lock' ? 'spotAccount' : 'collateral') },
          { name: t('to'), value: t(way === 'lock' ? 'collateral' : 'spotAccount') },
        ]}
        confirm={t(way)}
        onConfirm={() => submit.send({ amount, direction: way })}
        doneTitle={t(way === 'lock' ? 'lockedDone' : 'releasedDone')}
        done={
          submit.value !== null && (
            <p>
              {t('collateralNow', { amount: shown.sum(submit.value.collateral, baseCoin.name), coin: baseCoin.name })}
            </p>
          )
        }
      />
    </form>
  )
}

function Records() {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  const pager = usePager<CollateralRecord>(async (page) => {
    const reply = await request.read(miningCalls.collaterals, { page, limit: defaultLimit })
    return reply.ok
      ? { ok: true, value: { rows: reply.value.list, isLast: page * defaultLimit >= reply.value.count } }
      : reply
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn(['mining.changed'], () => void refresh())
  return (
    <PagedList
      pager={pager}
      keyOf={({ id }) => id}
      render={(row) => <RecordRow row={row} />}
      emptyText={t('noCollateral')}
      emptyIcon="lock"
    />
  )
}
function RecordRow({ row: { direction, amount, create_time } }: { readonly row: CollateralRecord }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  return (
    <div className={styles.line}>
      <span>
        <b>{t(direction === 'lock' ? 'lockedRow' : 'releasedRow')}</b>
        <small>{shown.time(create_time)}</small>
      </span>
      <span>
        <Money text={amount} unit={baseCoin.name} />
      </span>
    </div>
  )
}
