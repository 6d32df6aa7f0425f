import { withdraw, withdrawFee, type Address, type WithdrawInfo } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec, formatDec, mulDec, parseDec, rescale, SCALE } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { formatTime } from '#src/lib/format.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { factorFieldOf } from '#src/parts/form/factor-refusal.ts'
import { lastStep, sentFactor, useFactor, type Factor } from '#src/parts/form/second-factor.tsx'
import { useGate } from '#src/parts/form/use-gate.ts'
import { useConfig } from '#src/stores/config.ts'
import { Facts } from '#src/ui/facts.tsx'
import { useTranslation } from 'react-i18next'
import { AddressChoice } from './address-choice.tsx'
import { Shares, WithdrawLimit } from './form-parts.tsx'
import { openNetworks, type OwnCoin, type Say } from './use-coins.ts'

type Props = {
  readonly coin: OwnCoin
  readonly info: WithdrawInfo
  readonly book: readonly Address[]
  readonly onDone: () => Promise<unknown>
}
type Live = Omit<Props, 'onDone'> & {
  readonly factor: Factor
  readonly nowMs: number
  readonly t: Say
  readonly shown: Numbers
}

const addressFault = (address: Address | undefined, nowMs: number) =>
  address === undefined
    ? 'refusals:address_required'
    : address.usable_ms > nowMs && nowMs > 0
      ? 'refusals:address_held'
      : null
const cents = 2
/** What arrives, in the base coin; null for that coin itself, for nothing, and while there is no price. */
const worthOf = ({ id, price }: OwnCoin, receipt: bigint) => {
  const worth = id === baseCoin.id || receipt <= 0n ? 0n : mulDec(receipt, parseDec(price))
  return worth === 0n ? null : formatDec(rescale(rescale(worth, SCALE, cents), cents, SCALE))
}

/** The chosen address, the rules of its network, the fee, and what arrives. */
const sumsOf = (
  texts: { readonly address: string; readonly amount: string },
  { coin, book }: Pick<Live, 'coin' | 'book'>,
) => {
  const address = book.find(({ id }) => String(id) === texts.address)
  const network = openNetworks(coin).find(({ name }) => name === address?.netType)
  const amount = tidyDecimal(texts.amount)
  const rules = network && {
    ratePercent: parseDec(network.rate),
    feeMin: parseDec(network.fee_min),
    scale: coin.decimal_scale,
  }
  const fee = rules === undefined || amount === '' ? null : withdrawFee(parseDec(amount), rules)
  return { address, network, amount, fee, receipt: fee === null ? 0n : parseDec(amount) - fee }
}
type Sums = ReturnType<typeof sumsOf>

/** The fee, and what arrives with its worth. */
const costFacts = ({ network, fee, receipt }: Sums, { coin, t, shown }: Live) => {
  const worth = worthOf(coin, receipt)
  const arrives = shown.money(receipt > 0n ? formatDec(receipt) : '0', coin.name)
  return [
    {
      name: t('fee'),
      value:
        network === undefined ? '—' : shown.cost(fee === null ? network.fee_min : formatDec(fee), coin.name, 'fine'),
    },
    {
      name: t('receive'),
      value:
        worth === null ? (
          arrives
        ) : (
          <>
            {arrives} <small>{`≈ ${shown.money(worth, baseCoin.name)}`}</small>
          </>
        ),
      isStrong: true,
    },
  ]
}

const withdrawForm = moneyForm<Live>()({
  call: withdraw.submit,
  draft: ({ coin }) => `withdraw.${coin.id}`,
  fields: ({ book }) => ({ address: String(book[0]?.id ?? ''), amount: '', notes: '', code: '' }),
  secrets: ['code'],
  sums: (texts, live) => sumsOf(texts, live),
  faults: ({ sums: { address, network, amount }, live: { info, nowMs } }) => ({
    address: addressFault(address, nowMs),
    amount: amountFault(amount, {
      min: network?.min_number ?? '0',
      max: info.max_number,
      free: info.change_balance,
    }),
  }),
  fieldOf: {
    address_required: 'address',
    address_unknown: 'address',
    address_held: 'address',
    network_unknown: 'address',
    amount_required: 'amount',
    amount_below_min: 'amount',
    amount_above_max: 'amount',
    insufficient_balance: 'amount',
    withdraw_limit: 'amount',
    ...factorFieldOf,
  },
  input: ({ texts, sums: { address, amount }, live: { coin, factor } }, { pin }) =>
    address === undefined
      ? null
      : {
          currency: coin.id,
          number: amount,
          address_id: address.id,
          address: address.address,
          netType: address.netType,
          notes: texts.notes.trim(),
          pay_password: pin,
          ...sentFactor(factor, texts.code),
        },
  review: ({ sums, live, value }) => {
    const { t, info, coin, shown } = live
    return {
      title: t('withdraw.review'),
      rows: [
        { name: t('withdraw.to'), value: <AddressGroups address={sums.address?.address ?? ''} /> },
        { name: t('network'), value: sums.network?.name ?? '—' },
        { name: t('amount'), value: shown.money(sums.amount || '0', coin.name) },
        ...costFacts(sums, live),
      ],
      confirm: t('withdraw.confirm'),
      needsPin: true,
      doneTitle: t('withdraw.done'),
      done: <p>{t('withdraw.doneText', { hours: info.credited_hours })}</p>,
      next: value === null ? assetsPaths.recordsShowing('withdrawals') : withdrawPaths.doneOf(value.id),
    }
  },
})
/** To which address, how much; fee and receipt stand below before anything is asked. */
export function WithdrawForm({ onDone, ...given }: Props) {
  const { coin, info, book } = given
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const faultText = useFaultText('refusals')
  const { serverNow } = useServices()
  const factor = useFactor(useConfig(({ setting }) => setting?.withdraw_code === true))
  const addAt = withdrawPaths.createFor(coin.id, herePath())
  const addressAt = book.length === 0 ? addAt : null
  const least =
    openNetworks(coin)
      .map(({ min_number }) => min_number)
      .toSorted(compareDec)[0] ?? '0'
  const funds = { account: 'change', currency: coin.id, name: coin.name, amount: least } as const
  const gate = useGate({ stops: 'withdraw', kyc: 'withdraw', usesPin: true, addressAt, funds })
  const live = { ...given, factor, nowMs: serverNow(), t, shown }
  const form = useMoneyForm(withdrawForm, live, { gate, onDone: () => void onDone() })
  const { fields, sums } = form
  const { change_balance: free, left_today: left, per_day: max, resets_ms } = info
  return (
    <MoneyPage
      form={form}
      label={t('titles.withdraw')}
      button={t('titles.withdraw')}
      note={t('withdraw.promise', { hours: info.credited_hours, max })}
      {...lastStep({ form: fields, name: 'code', factor })}
    >
      <GateCard gate={gate} />
      <WithdrawLimit info={info} />
      <AddressChoice
        book={book}
        value={fields.texts.address}
        nowMs={live.nowMs}
        onChange={(id) => fields.set('address', id)}
        onAdd={() => go(addAt)}
        error={faultText(fields.faultOf('address'), { usable_ms: formatTime(sums.address?.usable_ms ?? 0) })}
      />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('amount')}
        unit={coin.name}
        scale={coin.decimal_scale}
        bounds={{ min: sums.network?.min_number ?? '0', max: info.max_number }}
        most={free}
        balance={`${t('accountSpot')} ${shown.money(free, coin.name)}`}
      />
      <Shares balance={free} scale={coin.decimal_scale} onChoose={(part) => fields.set('amount', part)} />
      <FormField form={fields} name="notes" label={t('note')} hint={t('optional')} autoComplete="off" maxLength={60} />
      <Facts
        facts={[
          { name: t('withdraw.leaves'), value: shown.money(sums.amount || '0', coin.name) },
          ...costFacts(sums, live),
          { name: t('withdraw.left'), value: t('withdraw.leftOf', { left, max, at: formatTime(resets_ms) }) },
        ]}
      />
    </MoneyPage>
  )
}
