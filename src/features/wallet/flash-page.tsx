import { assets } from '#contract/assets/assets.ts'
import type { FlashCoins, Quote } from '#contract/assets/assets-moves.ts'
import { compareDec } from '#contract/wire/money.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useQuote } from '#src/actors/use-quote.ts'
import { useServices } from '#src/actors/services.tsx'
import { percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Balance } from '#src/parts/balance.tsx'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { orRenew, QuotedResult } from './bank-quote.tsx'
import { MoneyReview } from './money-review.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { Facts } from '#src/ui/facts.tsx'
import { MoneyField } from './form-parts.tsx'
import { useCoins } from './use-coins.ts'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

const flashKinds = '600'
/** Exchanges one coin of the spot account for another at a quoted price. */
export function FlashPage() {
  const { t } = useTranslation('wallet')
  const { value, failure, isBusy, refresh } = useCoins()
  return (
    <Page
      title={t('titles.flash')}
      onRefresh={refresh}
      actions={
        <IconButton
          icon="history"
          label={t('records')}
          onClick={() => go(`${assetsPaths.records}?kind=${flashKinds}`)}
        />
      }
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={5} height={64} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value !== null && <FlashForm coins={value} onDone={() => void refresh()} />}
      </div>
    </Page>
  )
}

const shareOf = (amount: string, balance: string) =>
  amount === '' || compareDec(balance, '0') === 0
    ? 0
    : Math.min(100, Math.round((Number(amount) / Number(balance)) * 100))

function FlashForm({ coins, onDone }: { readonly coins: FlashCoins; readonly onDone: () => void }) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const { request } = useServices()
  const { currency } = useQuery()
  const firstLeft =
    coins.left.find(({ id }) => String(id) === currency) ??
    coins.left.find(({ id }) => id === baseCoin.id) ??
    coins.left[0]
  const pairOf = (left: string, right: string) =>
    coins.pairs.find((pair) => String(pair.left_id) === left && String(pair.right_id) === right)
  const coinOf = (id: string) => coins.left.find((coin) => String(coin.id) === id)
  const form = useForm({
    draft: 'flash',
    first: {
      left: String(firstLeft?.id ?? ''),
      right: String(coins.right.find(({ id }) => id !== firstLeft?.id)?.id ?? ''),
      amount: '',
    },
    check: ({ left, right, amount }) => ({
      amount: pairFault(tidyDecimal(amount), coinOf(left)?.balance ?? '0', pairOf(left, right)),
    }),
  })
  const { left, right } = form.texts
  const amount = tidyDecimal(form.texts.amount)
  const [from, to, pair] = [coinOf(left), coinOf(right), pairOf(left, right)]
  const isAskable = from !== undefined && to !== undefined && pairFault(amount, from.balance, pair) === null
  const quoted = useQuote<Quote>({
    about: isAskable ? `${left}>${right}:${amount}` : null,
    ask: (key) =>
      request.change(assets.quote, { kind: 'flash', from: Number(left), to: Number(right), num: amount }, key),
  })
  const review = useMoneyForm(assets.flash, form, { quote: quoted.state, onDone })
  const { state, quote, renew } = quoted
  useEffect(() => {
    if (state === 'lapsed' && !review.isReviewing) renew()
  }, [state, review.isReviewing, renew])
  const options = coins.left.map(({ id, name }) => ({ value: String(id), label: name }))
  const swap = () => {
    form.set('left', right)
    form.set('right', left)
    form.set('amount', '')
  }
  const money = (text: string | undefined, name: string | undefined) =>
    text === undefined ? '—' : shown.money(text, name ?? '')
  const rate = pair === undefined ? '—' : `1 ${from?.name} ≈ ${shown.rate(pair.rate, to?.name ?? '')} ${to?.name}`
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.flash')}
      onSubmit={form.submit(() => orRenew(quoted, review.open))}
    >
      <LockBanner stops="trade" />
      <div className={styles.sides}>
        <Select
          label={t('flash.give')}
          value={left}
          options={options}
          onChange={(id) => (id === right ? swap() : form.set('left', id))}
        />
        <IconButton icon="swap" label={t('flash.swap')} onClick={swap} />
        <Select
          label={t('flash.get')}
          value={right}
          options={options}
          onChange={(id) => (id === left ? swap() : form.set('right', id))}
        />
      </div>
      <MoneyField
        form={form}
        name="amount"
        label={t('amount')}
        unit={from?.name ?? ''}
        scale={from?.decimal_scale ?? 8}
        params={{
          min: shown.sum(pair?.min ?? '0', from?.name ?? '', 'cost'),
          max: shown.sum(pair?.max ?? '0', from?.name ?? ''),
        }}
        onMax={() => form.set('amount', from?.balance ?? '0')}
        aside={<Balance>{`${t('available')} ${shown.money(from?.balance ?? '0', from?.name ?? '')}`}</Balance>}
      />
      <Slider
        label={t('ui:share')}
        value={shareOf(amount, from?.balance ?? '0')}
        onChange={(percent) => form.set('amount', percentOf(from?.balance ?? '0', percent, from?.decimal_scale ?? 8))}
        disabled={from === undefined || from.balance === '0'}
      />
      <Facts
        facts={[
          { name: t('flash.market'), value: rate },
          {
            name: t('fee'),
            value: quote === null ? shown.share(pair?.fee_rate ?? '0') : shown.cost(quote.fee, to?.name ?? '', 'fine'),
          },
          { name: t('receive'), value: money(quote?.result, to?.name), isStrong: true },
          {
            name: t('flash.bounds'),
            value:
              pair === undefined ? (
                '—'
              ) : (
                <span data-unit={from?.name}>
                  {shown.sum(pair.min, from?.name ?? '', 'cost')} – {shown.money(pair.max, from?.name ?? '')}
                </span>
              ),
          },
        ]}
      />
      <QuoteBar quoted={quoted} />
      <MoneyReview
        failure={form.failure}
        review={review}
        button={t('flash.review')}
        note={t('flash.note')}
        title={t('flash.review')}
        rows={[
          { name: t('flash.give'), value: money(amount === '' ? '0' : amount, from?.name) },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, to?.name ?? '', 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={to?.name ?? ''} />, isStrong: true },
          { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
        ]}
        confirm={t('flash.confirm')}
        quoted={quoted}
        onConfirm={(_, taken) =>
          taken !== null &&
          review.send({
            l_currency_id: Number(left),
            r_currency_id: Number(right),
            num: taken.num,
            quote_id: taken.quote_id,
          })
        }
        doneTitle={t('flash.done')}
        done={
          review.submit.value !== null && (
            <p>{`${money(review.submit.value.num, from?.name)} → ${money(review.submit.value.absolute_quantity, to?.name)}`}</p>
          )
        }
      />
    </form>
  )
}

const pairFault = (amount: string, free: string, pair: FlashCoins['pairs'][number] | undefined) =>
  pair === undefined ? 'refusals:feed_stale' : amountFault(amount, { min: pair.min, max: pair.max, free })
