import { Money } from '#src/ui/money.tsx'
import { assets } from '#contract/assets/assets.ts'
import type { Quote } from '#contract/assets/assets-moves.ts'
import { miningCalls, type Conversion, type Mining } from '#contract/mining/mining.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec } from '#contract/wire/money.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useQuote } from '#src/actors/use-quote.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import { useMining } from './use-mining.ts'
import styles from './mining.module.css'

const scale = 8
/** Converts rewards of the purse to the base coin at a quoted price. */
export function ConvertPage() {
  const { t } = useTranslation('mining')
  const read = useMining()
  return (
    <Page title={t('titles.convert')} onRefresh={read.refresh}>
      <div className={styles.page}>
        <Loaded read={read} lines={3} height={72}>
          {(mining) => <ConvertForm mining={mining} onDone={() => void read.refresh()} />}
        </Loaded>
        <section className={styles.card}>
          <h2 className={styles.title}>{t('records')}</h2>
          <Conversions coin={read.value?.reward_currency_name ?? ''} />
        </section>
      </div>
    </Page>
  )
}

const faultOf = (amount: string, { convert_min, reward_balance }: Mining) => {
  if (amount === '' || compareDec(amount, '0') === 0) return 'refusals:amount_required'
  if (compareDec(amount, convert_min) < 0) return 'refusals:amount_below_min'
  return compareDec(amount, reward_balance) > 0 ? 'refusals:insufficient_balance' : null
}

function ConvertForm({ mining, onDone }: { readonly mining: Mining; readonly onDone: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const { request } = useServices()
  const [isReviewing, setIsReviewing] = useState(false)
  const form = useForm({
    draft: 'mining-convert',
    first: { amount: '' },
    check: ({ amount }) => ({ amount: faultOf(tidyDecimal(amount), mining) }),
  })
  const amount = tidyDecimal(form.texts.amount)
  const coin = mining.reward_currency_name
  const quoted = useQuote<Quote>({
    about: faultOf(amount, mining) === null ? amount : null,
    ask: (key) =>
      request.change(
        assets.quote,
        { kind: 'mining', from: mining.reward_currency_id, to: baseCoin.id, num: amount },
        key,
      ),
  })
  const { state, quote, renew } = quoted
  useEffect(() => {
    if (state === 'lapsed' && !isReviewing) renew()
  }, [state, isReviewing, renew])
  const submit = useSubmit(miningCalls.convert, {
    onDone: () => {
      form.drop()
      onDone()
    },
  })
  const money = (text: string | undefined) => (text === undefined ? '—' : shown.money(text, baseCoin.name))
  const fault = form.faultOf('amount')
  const rows = [
    { name: t('give'), value: shown.money(amount === '' ? '0' : amount, coin) },
    { name: t('rate'), value: money(quote?.price ?? mining.convert_rate) },
    { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
    { name: t('receive'), value: money(quote?.result), isStrong: true },
  ]
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.convert')}
      onSubmit={form.submit(() => state === 'held' && (submit.reset(), setIsReviewing(true)))}
    >
      <LockBanner stops="trade" />
      <AmountField
        name="amount"
        label={t('amount')}
        unit={coin}
        scale={scale}
        value={form.texts.amount}
        onChange={(text) => form.set('amount', text)}
        onBlur={() => form.touch('amount')}
        onMax={() => form.set('amount', mining.reward_balance)}
        aside={`${t('purse')} ${shown.money(mining.reward_balance, coin)}`}
        error={typeof fault === 'string' ? t(fault, { min: shown.sum(mining.convert_min, coin, 'cost'), coin }) : null}
      />
      <Facts facts={rows.slice(1)} />
      <QuoteBar quoted={quoted} />
      <Button type="submit" size="l" isWide isBusy={submit.isBusy || state === 'asking'}>
        {t('reviewConvert')}
      </Button>
      <ReviewSheet
        title={t('reviewConvert')}
        isOpen={isReviewing}
        onClose={() => setIsReviewing(false)}
        state={submit.state}
        failure={submit.failure}
        rows={[...rows, { name: t('quote'), value: <QuoteBar quoted={quoted} /> }]}
        confirm={t('confirmConvert')}
        hold={state === 'held' || submit.state !== 'editing' ? null : t('renewFirst')}
        onConfirm={() => {
          const taken = quoted.take()
          if (taken !== null) submit.send({ amount: taken.num, quote_id: taken.quote_id })
        }}
        doneTitle={t('converted')}
        done={
          submit.value !== null && (
            <p>{`${shown.money(submit.value.conversion.num, coin)} → ${money(submit.value.conversion.result)}`}</p>
          )
        }
      />
    </form>
  )
}

function Conversions({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  const pager = usePager<Conversion>(async (page) => {
    const reply = await request.read(miningCalls.conversions, { page, limit: defaultLimit })
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
      render={(row) => <ConversionRow row={row} coin={coin} />}
      emptyText={t('noConversions')}
      emptyIcon="swap"
    />
  )
}
function ConversionRow({
  row: { num, price, result, create_time },
  coin,
}: {
  readonly row: Conversion
  readonly coin: string
}) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  return (
    <div className={styles.line}>
      <span>
        <b>{t('convertedRow', { amount: shown.sum(num, coin), price: shown.rate(price, baseCoin.name), coin })}</b>
        <small>{shown.time(create_time)}</small>
      </span>
      <span>
        <Money text={result} unit={baseCoin.name} kind="gain" />
      </span>
    </div>
  )
}
