import { miningPledge, type PledgeProduct, type PledgeSummary } from '#contract/mining/mining.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { Balance } from '#src/parts/balance.tsx'
import { CardHead } from '#src/parts/card-head.tsx'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { Link } from '#src/parts/link.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useFree } from '#src/parts/money/use-free.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import { usePledgeSummary, usePools } from './use-pledge.ts'
import styles from './mining.module.css'

/** The pools one may pledge into, with what is pledged and earned. */
export function PledgePage() {
  const { t } = useTranslation('mining')
  const summary = usePledgeSummary()
  const pools = usePools()
  const again = async () => void (await Promise.all([summary.refresh(), pools.refresh()]))
  return (
    <Page
      title={t('titles.pledge')}
      onRefresh={again}
      isBroad
      actions={<IconButton icon="history" label={t('titles.pledges')} onClick={() => go(miningPaths.pledgeRecords)} />}
    >
      <div className={styles.page}>
        <LockBanner stops="trade" />
        <Loaded read={summary} lines={1} height={110}>
          {(value) => <Summary summary={value} />}
        </Loaded>
        <p className={styles.note}>{t('pledgeIs')}</p>
        <Loaded read={pools} height={170}>
          {(all) => (
            <ul className={styles.list}>
              {all.map((pool) => (
                <li key={pool.id}>
                  <PoolCard pool={pool} onChange={() => void again()} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
        <Link to={miningPaths.pledgeRule} className={styles.more}>
          {t('titles.rules')}
          <Icon name="chevron-right" size={18} />
        </Link>
      </div>
    </Page>
  )
}

function Summary({ summary }: { readonly summary: PledgeSummary }) {
  const { t } = useTranslation('mining')
  const { serverNow } = useServices()
  const shown = useNumbers()
  const worth = (text: string) => `≈ ${shown.money(text, baseCoin.name)}`
  return (
    <section className={styles.card}>
      <h2 className={styles.title}>{t('pledgedNow')}</h2>
      <p className={styles.big}>{worth(summary.pledged)}</p>
      <div className={styles.across}>
        <Facts
          facts={[
            { name: t('runningPledges'), value: shown.exact(String(summary.running)) },
            { name: t('today'), value: worth(summary.award_today) },
            { name: t('total'), value: worth(summary.award_total) },
            { name: t('nextAward'), value: <Countdown deadlineMs={summary.next_award_ms} now={serverNow} /> },
          ]}
        />
      </div>
    </section>
  )
}

const one = 10n ** 8n
/** What an amount earns a day, cut to the coin's decimals. */
const dailyOf = (amount: string, { day_rate, decimal_scale }: PledgeProduct) => {
  const exact = amount === '' ? 0n : (parseDec(amount) * parseDec(day_rate)) / one
  return formatDec(exact - (exact % 10n ** BigInt(8 - decimal_scale)))
}

function PoolCard({ pool, onChange }: { readonly pool: PledgeProduct; readonly onChange: () => void }) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles.card} aria-label={pool.name}>
      <CardHead
        mark={<CoinIcon name={pool.currency_name} logo={pool.logo} size={36} />}
        name={pool.name}
        note={`${pool.currency_name} · ${t('days', { count: pool.days })}`}
      >
        <span className={styles.rate}>
          {shown.share(pool.day_rate)}
          <small>{t('aDay')}</small>
        </span>
      </CardHead>
      <Facts
        facts={[
          {
            name: t('bounds'),
            value: `${shown.sum(pool.min_amount, pool.currency_name, 'cost')} – ${shown.money(pool.max_amount, pool.currency_name)}`,
          },
          { name: t('poolLeft'), value: pool.left === null ? '—' : shown.money(pool.left, pool.currency_name) },
        ]}
      />
      <Button isWide disabled={pool.status !== 'open'} onClick={() => setIsOpen(true)}>
        {t(pool.status === 'open' ? 'pledgeNow' : 'poolClosed')}
      </Button>
      {isOpen && (
        <PledgeSheet
          pool={pool}
          onClose={() => {
            setIsOpen(false)
            onChange()
          }}
        />
      )}
    </section>
  )
}

const faultOf = (amount: string, { min_amount, max_amount, left }: PledgeProduct, free: string) => {
  if (amount === '' || compareDec(amount, '0') === 0) return 'refusals:amount_required'
  if (compareDec(amount, min_amount) < 0) return 'refusals:amount_below_min'
  if (compareDec(amount, left !== null && compareDec(left, max_amount) < 0 ? left : max_amount) > 0)
    return 'refusals:amount_above_max'
  return compareDec(amount, free) > 0 ? 'refusals:insufficient_balance' : null
}

function PledgeSheet({ pool, onClose }: { readonly pool: PledgeProduct; readonly onClose: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const coin = pool.currency_name
  const free = useFree()(pool.currency_id)
  const [isReviewing, setIsReviewing] = useState(false)
  const form = useForm({
    draft: `pledge-${pool.id}`,
    first: { amount: '' },
    check: ({ amount }) => ({ amount: faultOf(tidyDecimal(amount), pool, free) }),
  })
  const submit = useSubmit(miningPledge.pledge, { onDone: () => form.drop() })
  const amount = tidyDecimal(form.texts.amount)
  const daily = dailyOf(amount, pool)
  const most = pool.left !== null && compareDec(pool.left, pool.max_amount) < 0 ? pool.left : pool.max_amount
  const fault = form.faultOf('amount')
  const rows = [
    { name: t('daily'), value: shown.money(daily, coin) },
    { name: t('term'), value: t('days', { count: pool.days }) },
    { name: t('inAll'), value: shown.money(formatDec(parseDec(daily) * BigInt(pool.days)), coin), isStrong: true },
  ]
  if (isReviewing)
    return (
      <ReviewSheet
        title={t('reviewPledge')}
        isOpen
        onClose={onClose}
        state={submit.state}
        failure={submit.failure}
        rows={[{ name: t('amount'), value: shown.money(amount === '' ? '0' : amount, coin) }, ...rows]}
        confirm={t('confirmPledge')}
        hold={null}
        onConfirm={() => submit.send({ product_id: pool.id, amount, expect: 'open' })}
        doneTitle={t('pledgedDone')}
        done={<p>{t('pledgedText')}</p>}
      />
    )
  return (
    <Sheet
      title={t('pledgeInto', { name: pool.name })}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" type="submit" form={`pledge-${pool.id}`}>
          {t('reviewPledge')}
        </Button>
      }
    >
      <form
        ref={form.form}
        id={`pledge-${pool.id}`}
        className={styles.form}
        noValidate
        onSubmit={form.submit(() => setIsReviewing(true))}
      >
        <AmountField
          name="amount"
          label={t('amount')}
          unit={coin}
          scale={pool.decimal_scale}
          value={form.texts.amount}
          onChange={(text) => form.set('amount', text)}
          onBlur={() => form.touch('amount')}
          onMax={() => form.set('amount', compareDec(free, most) < 0 ? free : most)}
          aside={<Balance>{`${t('available')} ${shown.money(free, coin)}`}</Balance>}
          error={
            typeof fault === 'string'
              ? t(fault, { min: shown.sum(pool.min_amount, coin, 'cost'), max: shown.sum(most, coin), coin })
              : null
          }
        />
        <Facts facts={rows} />
        <p className={styles.note}>{t('pledgeNote')}</p>
      </form>
    </Sheet>
  )
}
