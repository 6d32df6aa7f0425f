import { assets } from '#contract/assets/assets.ts'
import type { AccountKind } from '#contract/wire/booking.ts'
import { useServices } from '#src/actors/services.tsx'
import { percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { useBackPath } from '#src/lib/back-path.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { CoinIcon } from '#src/parts/coin-icon.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm, type MoneyFormOf } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Money } from '#src/ui/money.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import type { Balances } from '#streams/assets/assets.ts'
import { loading, type Live as Streamed } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { accountOrder } from './holdings.ts'
import { accountIn, idIn } from './links.ts'
import styles from './transfer-page.module.css'
import { accountsIn, afterOf, coinsFor, freeIn, problemOf, shareOf, type TransferCoin } from './transfer-sums.ts'

/** The decimals of a booked balance. */
const scale = 8

type First = { readonly from: string; readonly to: string; readonly coin: string; readonly amount: string }
/** What the address asks for: a coin, the accounts, and an amount that somebody lacks elsewhere. */
function useFirst(): First {
  const query = useQuery()
  const from = accountIn(query['account']) ?? 'change'
  const to = accountIn(query['to']) ?? (from === 'change' ? 'lever' : 'change')
  const amount = /^\d{1,15}(\.\d{1,8})?$/.exec(query['amount'] ?? '')?.[0] ?? ''
  return { from, to, coin: String(idIn(query['currency']) ?? ''), amount }
}

type Live = {
  readonly coins: readonly TransferCoin[]
  readonly first: First
  readonly balances: Streamed<Balances>
  /** The page for which the transfer is made. */
  readonly back: string | null
  readonly t: ReturnType<typeof useTranslation<['assets', 'refusals']>>['t']
}
const transferForm = moneyForm<Live>()({
  call: assets.transfer,
  draft: ({ first }) => `transfer.${Object.values(first).join('.')}`,
  fields: ({ first }) => ({ from: first.from, to: first.to, coin: first.coin, amount: first.amount }),
  // The account of the other side: the two change places, so that they always differ.
  follows: (next, before) =>
    next.from !== next.to ? {} : next.to === before.to ? { to: before.from } : { from: before.to },
  sums: (texts, { coins, balances }) => {
    const from = accountIn(texts.from) ?? 'change'
    const to = accountIn(texts.to) ?? 'lever'
    const amount = tidyDecimal(texts.amount)
    const offered = coinsFor(coins, from, to)
    const find = (is: (coin: TransferCoin) => boolean) => offered.find(is)
    // If the accounts do not share the coin, the first shared one is selected.
    const coin =
      find(({ id }) => String(id) === texts.coin) ?? find(({ name }) => name === 'USDT') ?? offered[0] ?? null
    const free = coin === null ? '0' : freeIn(coin, from, balances.value)
    const there = coin === null ? '0' : freeIn(coin, to, balances.value)
    const problem = problemOf({ from, to, amount }, coin, free)
    const after = afterOf(problem === 'insufficient_balance' ? '0' : amount, free, there)
    return { from, to, amount, offered, coin, name: coin?.name ?? '', free, there, problem, after }
  },
  faults: ({ sums: { problem } }) => {
    if (problem === null) return {}
    const fault = `refusals:${problem}`
    return problem === 'same_account'
      ? { from: fault }
      : problem === 'account_unfit'
        ? { coin: fault }
        : { amount: fault }
  },
  isEarly: (fault) => fault === 'refusals:insufficient_balance',
  input: ({ sums: { from, to, amount, coin } }) =>
    coin === null ? null : { number: amount, currency_id: coin.id, from_field: from, to_field: to },
  review: ({ sums, live: { balances, back, t }, value }) => {
    const { from, to, free, there, after, coin, name } = sums
    const account = (kind: AccountKind) => t(`accounts.${kind}`)
    const money = (text = '0') => <Money text={text} unit={name} isFine />
    const step = (before: string, next: string) => (
      <>
        <Money text={before} unit={name} isFine isBare /> → {money(next)}
      </>
    )
    return {
      title: t('move.review'),
      rows: [
        { name: t('move.amount'), value: <Moved sums={sums} />, isStrong: true },
        { name: t('move.from'), value: account(from) },
        { name: t('move.to'), value: account(to) },
        { name: t('move.fee'), value: t('move.free') },
        { name: t('move.balanceOf', { account: account(from) }), value: step(free, after.from) },
        { name: t('move.balanceOf', { account: account(to) }), value: step(there, after.to) },
      ],
      confirm: t('move.confirm'),
      hold: balances.freshness === 'stale' ? t('move.stale') : null,
      doneTitle: t('move.done'),
      done: value !== null && coin !== null && (
        <p>
          {account(from)} {money(value.from[`${from}_balance`])} · {account(to)} {money(value.to[`${to}_balance`])}
        </p>
      ),
      ...(back !== null && { next: back }),
    }
  },
  after: () => ({ amount: '' }),
})
type FormProps = { readonly form: MoneyFormOf<typeof transferForm> }

/** The amount with its coin. */
function Moved({
  sums: { coin, amount },
}: {
  readonly sums: { readonly coin: TransferCoin | null; readonly amount: string }
}) {
  if (coin === null) return null
  return (
    <Row as="span" lay="inline" gap={2}>
      <CoinIcon name={coin.name} logo={coin.wallet.currency_logo} size={20} />{' '}
      <Money text={amount || '0'} unit={coin.name} kind="exact" />
    </Row>
  )
}

/** The transfer form: source, target, coin and amount, with the resulting balances below. */
export function TransferForm({ coins }: { readonly coins: readonly TransferCoin[] }) {
  const { t } = useTranslation(['assets', 'refusals'])
  const { feeds } = useServices()
  const shown = useNumbers()
  const faultText = useFaultText('refusals')
  const balances = useStream(feeds.balances$, loading)
  const form = useMoneyForm(transferForm, { coins, first: useFirst(), balances, back: useBackPath(), t })
  const { fields, sums } = form
  const { coin, offered, name, free } = sums
  return (
    <MoneyPage
      form={form}
      label={t('move.title')}
      button={t('move.submit')}
      note={t(sums.from === 'lever' ? 'move.noteLever' : 'move.note')}
    >
      <LockBanner stops="change" />
      <Accounts form={form} />
      <Select
        label={t('move.coin')}
        value={coin === null ? '' : String(coin.id)}
        options={offered.map(({ id, name: label }) => ({ value: String(id), label }))}
        onChange={(id) => fields.put({ coin: id, amount: '' })}
        error={faultText(fields.faultOf('coin'))}
        hint={t('move.coinHint', { count: offered.length })}
      />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('move.amount')}
        unit={name}
        scale={scale}
        most={percentOf(free, 100, scale)}
        balance={`${t('available')} ${shown.money(free, name)}`}
      />
      <Slider
        label={t('ui:share')}
        value={shareOf(sums.amount, free)}
        onChange={(percent) => fields.set('amount', percentOf(free, percent, scale))}
        disabled={free === '0'}
      />
      <AfterFacts form={form} />
    </MoneyPage>
  )
}

/** Both balances before and after. */
function AfterFacts({ form: { sums } }: FormProps) {
  const { t } = useTranslation('assets')
  const { name, from, to, free, there, after } = sums
  const step = (before: string, next: string) => (
    <>
      <Money text={before} unit={name} isBare /> →{' '}
      <b>
        <Money text={next} unit={name} />
      </b>
    </>
  )
  return (
    <Facts
      facts={[
        { name: t(`accounts.${from}`), value: step(free, after.from) },
        { name: t(`accounts.${to}`), value: step(there, after.to) },
        { name: t('move.fee'), value: t('move.free') },
      ]}
    />
  )
}

/** The two accounts, and a button that swaps them. */
function Accounts({ form: { fields, sums, live } }: FormProps) {
  const { t } = useTranslation(['assets', 'refusals'])
  const faultText = useFaultText('refusals')
  const options = accountsIn(live.coins, accountOrder).map((kind) => ({ value: kind, label: t(`accounts.${kind}`) }))
  const error = faultText(fields.faultOf('from'))
  const { from, to } = sums
  return (
    <Box gap={3} align="center" ground="raised" round={3} className={styles.accounts}>
      <Stack gap={1} className={styles.sides}>
        <Select
          label={t('move.from')}
          value={from}
          options={options}
          onChange={(kind) => fields.set('from', kind)}
          error={error}
        />
        <Select
          label={t('move.to')}
          value={to}
          options={options}
          onChange={(kind) => fields.set('to', kind)}
          error={error}
        />
      </Stack>
      <Box as="span" ground="accent" round="full" tone="accent" className={styles.swap}>
        <IconButton icon="swap" label={t('move.swap')} onClick={() => fields.put({ from: to, to: from, amount: '' })} />
      </Box>
    </Box>
  )
}
