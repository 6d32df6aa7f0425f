import { assets } from '#contract/assets/assets.ts'
import type { FlashCoins } from '#contract/assets/assets-moves.ts'
import { compareDec } from '#contract/wire/money.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm, type MoneyFormOf } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { useTranslation } from 'react-i18next'
import { QuotedResult } from './bank-quote.tsx'
import { useCoins, type Say } from './use-coins.ts'
import styles from './wallet.module.css'

const flashKinds = '600'
/** Exchanges one coin of the spot account for another at a quoted price. */
export function FlashPage() {
  const { t } = useTranslation('wallet')
  const coins = useCoins()
  return (
    <Page
      title={t('titles.flash')}
      onRefresh={coins.refresh}
      actions={
        <IconButton
          icon="history"
          label={t('records')}
          onClick={() => go(`${assetsPaths.records}?kind=${flashKinds}`)}
        />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Loaded read={coins} lines={5} height={64}>
          {(value) => <FlashForm coins={value} onDone={() => void coins.refresh()} />}
        </Loaded>
      </Stack>
    </Page>
  )
}

type Live = {
  readonly coins: FlashCoins
  /** The coin that the address names. */
  readonly wished: string | undefined
  readonly t: Say
  readonly shown: Numbers
}
const coinIn = (coins: FlashCoins['left'], id: string) => coins.find((coin) => String(coin.id) === id)
const pairFault = (amount: string, free: string, pair: FlashCoins['pairs'][number] | undefined) =>
  pair === undefined ? 'refusals:feed_stale' : amountFault(amount, { min: pair.min, max: pair.max, free })
const moneyOf = ({ shown }: Live, text: string | undefined, name = '') =>
  text === undefined ? '—' : shown.money(text, name)

const flashForm = moneyForm<Live>()({
  call: assets.flash,
  draft: () => 'flash',
  fields: ({ coins, wished }) => {
    const left = coinIn(coins.left, wished ?? '') ?? coinIn(coins.left, String(baseCoin.id)) ?? coins.left[0]
    const right = coins.right.find(({ id }) => id !== left?.id)
    return { left: String(left?.id ?? ''), right: String(right?.id ?? ''), amount: '' }
  },
  // The coin of the other side: the two change places.
  follows: (next, before) =>
    next.left !== next.right
      ? {}
      : next.left === before.left
        ? { left: before.right, amount: '' }
        : { right: before.left, amount: '' },
  sums: ({ left, right, amount }, { coins }) => ({
    amount: tidyDecimal(amount),
    from: coinIn(coins.left, left),
    to: coins.right.find(({ id }) => String(id) === right),
    pair: coins.pairs.find((pair) => String(pair.left_id) === left && String(pair.right_id) === right),
  }),
  faults: ({ sums: { amount, from, pair } }) => ({ amount: pairFault(amount, from?.balance ?? '0', pair) }),
  quote: ({ sums: { amount, from, to, pair } }) =>
    from === undefined || to === undefined || pairFault(amount, from.balance, pair) !== null
      ? null
      : { kind: 'flash', from: from.id, to: to.id, num: amount },
  renews: true,
  input: ({ texts }, { quote }) =>
    quote === null
      ? null
      : {
          l_currency_id: Number(texts.left),
          r_currency_id: Number(texts.right),
          num: quote.num,
          quote_id: quote.quote_id,
        },
  review: ({ sums: { amount, from, to }, live, quoted, value }) => {
    const { t, shown } = live
    const { quote } = quoted
    return {
      title: t('flash.review'),
      rows: [
        { name: t('flash.give'), value: moneyOf(live, amount || '0', from?.name) },
        { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, to?.name ?? '', 'fine') },
        { name: t('receive'), value: <QuotedResult quoted={quoted} unit={to?.name ?? ''} />, isStrong: true },
        { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
      ],
      confirm: t('flash.confirm'),
      doneTitle: t('flash.done'),
      done: value !== null && (
        <p>{`${moneyOf(live, value.num, from?.name)} → ${moneyOf(live, value.absolute_quantity, to?.name)}`}</p>
      ),
    }
  },
  after: () => ({ amount: '' }),
})

const shareOf = (amount: string, balance: string) =>
  amount === '' || compareDec(balance, '0') === 0
    ? 0
    : Math.min(100, Math.round((Number(amount) / Number(balance)) * 100))

function FlashForm({ coins, onDone }: { readonly coins: FlashCoins; readonly onDone: () => void }) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const { currency: wished } = useQuery()
  const form = useMoneyForm(flashForm, { coins, wished, t, shown }, { onDone })
  const { fields, sums } = form
  const { balance = '0', decimal_scale: scale = 8, name = '' } = sums.from ?? {}
  return (
    <MoneyPage form={form} label={t('titles.flash')} button={t('flash.review')} note={t('flash.note')}>
      <LockBanner stops="trade" />
      <Sides form={form} />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('amount')}
        unit={name}
        scale={scale}
        bounds={{ min: sums.pair?.min ?? '0', max: sums.pair?.max ?? '0' }}
        most={balance}
        balance={`${t('available')} ${shown.money(balance, name)}`}
      />
      <Slider
        label={t('ui:share')}
        value={shareOf(sums.amount, balance)}
        onChange={(percent) => fields.set('amount', percentOf(balance, percent, scale))}
        disabled={balance === '0'}
      />
      <FlashSums form={form} />
      <QuoteBar quoted={form.quoted} />
    </MoneyPage>
  )
}

type PartProps = { readonly form: MoneyFormOf<typeof flashForm> }
/** The two coins, and a button that swaps them. */
function Sides({ form: { fields, live } }: PartProps) {
  const { t } = useTranslation('wallet')
  const { left, right } = fields.texts
  const options = live.coins.left.map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <Box gap={2} align="center" className={styles.sides}>
      <Select label={t('flash.give')} value={left} options={options} onChange={(id) => fields.set('left', id)} />
      <IconButton icon="swap" label={t('flash.swap')} onClick={() => fields.set('left', right)} />
      <Select label={t('flash.get')} value={right} options={options} onChange={(id) => fields.set('right', id)} />
    </Box>
  )
}

/** The price of the market, the fee, what is received, and the bounds. */
function FlashSums({ form: { sums, live, quoted } }: PartProps) {
  const { t } = useTranslation('wallet')
  const { shown } = live
  const { from, to, pair } = sums
  const { quote } = quoted
  const [give, get] = [from?.name ?? '', to?.name ?? '']
  return (
    <Facts
      facts={[
        {
          name: t('flash.market'),
          value: pair === undefined ? '—' : `1 ${give} ≈ ${shown.rate(pair.rate, get)} ${get}`,
        },
        {
          name: t('fee'),
          value: quote === null ? shown.share(pair?.fee_rate ?? '0') : shown.cost(quote.fee, get, 'fine'),
        },
        { name: t('receive'), value: moneyOf(live, quote?.result, get), isStrong: true },
        {
          name: t('flash.bounds'),
          value: pair === undefined ? '—' : `${shown.cost(pair.min, give)} – ${shown.money(pair.max, give)}`,
        },
      ]}
    />
  )
}
