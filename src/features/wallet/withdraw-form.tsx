import { withdraw, withdrawFee, type Address, type WithdrawInfo } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { formatDec, mulDec, parseDec, rescale, SCALE } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { formatTime } from '#src/lib/format.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Balance } from '#src/parts/balance.tsx'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { FactorField, factorFault, factorFieldOf, sentFactor, useFactor } from '#src/parts/form/second-factor.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { useTranslation } from 'react-i18next'
import { MoneyReview } from './money-review.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { AddressChoice } from './address-choice.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { MoneyField, Shares, useFault } from './form-parts.tsx'
import { openNetworks, type OwnCoin } from './use-coins.ts'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

type Props = {
  readonly coin: OwnCoin
  readonly info: WithdrawInfo
  readonly book: readonly Address[]
  readonly onDone: () => Promise<unknown>
}

/** To which address, how much; fee and receipt stand below before anything is asked. */
export function WithdrawForm({ coin, info, book, onDone }: Props) {
  const { t } = useTranslation(['wallet', 'refusals'])
  const shown = useNumbers()
  const { serverNow } = useServices()
  const factor = useFactor(useConfig(({ setting }) => setting?.withdraw_code === true))
  const networks = openNetworks(coin)
  const chosenOf = (id: string) => book.find((each) => String(each.id) === id)
  const networkOf = (id: string) => networks.find(({ name }) => name === chosenOf(id)?.netType)
  const form = useForm({
    draft: `withdraw.${coin.id}`,
    first: { address: String(book[0]?.id ?? ''), amount: '', notes: '', code: '' },
    secrets: ['code'],
    check: ({ address, amount, code }) => ({
      address: addressFault(chosenOf(address), serverNow()),
      amount: amountFault(tidyDecimal(amount), {
        min: networkOf(address)?.min_number ?? '0',
        max: info.max_number,
        free: info.change_balance,
      }),
      code: factorFault(factor, code),
    }),
    fieldOf: () => ({
      address_required: 'address',
      address_unknown: 'address',
      address_held: 'address',
      network_unknown: 'address',
      amount_required: 'amount',
      amount_below_min: 'amount',
      amount_above_max: 'amount',
      insufficient_balance: 'amount',
      ...factorFieldOf,
    }),
  })
  const fault = useFault(form)
  const chosen = chosenOf(form.texts.address)
  const network = networkOf(form.texts.address)
  const amount = tidyDecimal(form.texts.amount)
  const fee =
    network === undefined || amount === ''
      ? null
      : withdrawFee(parseDec(amount), {
          ratePercent: parseDec(network.rate),
          feeMin: parseDec(network.fee_min),
          scale: coin.decimal_scale,
        })
  const receipt = fee === null ? 0n : parseDec(amount) - fee
  const addAt = withdrawPaths.createFor(coin.id, herePath())
  const gate = useGate({
    stops: 'withdraw',
    kyc: 'withdraw',
    usesPin: true,
    addressAt: book.length === 0 ? addAt : null,
  })
  const review = useMoneyForm(withdraw.submit, form, { gate, needsPin: true, onDone: () => void onDone() })
  const money = (text: string) => shown.money(text, coin.name)
  const feeText =
    network === undefined ? '—' : shown.cost(fee === null ? network.fee_min : formatDec(fee), coin.name, 'fine')
  const receiptText = money(receipt > 0n ? formatDec(receipt) : '0')
  const worth = worthOf(coin, receipt)
  const receives =
    worth === null ? (
      receiptText
    ) : (
      <>
        {receiptText} <small>{`≈ ${shown.money(worth, baseCoin.name)}`}</small>
      </>
    )
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.withdraw')}
      onSubmit={gate.first(form.submit(review.open))}
    >
      <GateCard gate={gate} />
      <AddressChoice
        book={book}
        value={form.texts.address}
        nowMs={serverNow()}
        onChange={(id) => form.set('address', id)}
        onAdd={() => go(addAt)}
        error={fault('address', { usable_ms: formatTime(chosen?.usable_ms ?? 0) })}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t('amount')}
        unit={coin.name}
        scale={coin.decimal_scale}
        params={{
          min: shown.sum(network?.min_number ?? '0', coin.name, 'cost'),
          max: shown.sum(info.max_number, coin.name),
        }}
        onMax={() => form.set('amount', info.change_balance)}
        aside={<Balance>{`${t('accountSpot')} ${shown.sum(info.change_balance, coin.name)}`}</Balance>}
      />
      <Shares balance={info.change_balance} scale={coin.decimal_scale} onChoose={(part) => form.set('amount', part)} />
      <FormField form={form} name="notes" label={t('note')} hint={t('optional')} autoComplete="off" maxLength={60} />
      <FactorField form={form} name="code" factor={factor} />
      <Facts
        facts={[
          { name: t('withdraw.leaves'), value: money(amount === '' ? '0' : amount) },
          { name: t('fee'), value: feeText },
          { name: t('receive'), value: receives, isStrong: true },
          {
            name: t('withdraw.left'),
            value: t('withdraw.leftOf', { left: info.left_today, max: info.per_day, at: formatTime(info.resets_ms) }),
          },
        ]}
      />
      <MoneyReview
        failure={form.failure}
        review={review}
        button={t('titles.withdraw')}
        note={t('withdraw.promise', { hours: info.credited_hours, max: info.per_day })}
        title={t('withdraw.review')}
        rows={[
          { name: t('withdraw.to'), value: <AddressGroups address={chosen?.address ?? ''} /> },
          { name: t('network'), value: network?.name ?? '—' },
          { name: t('amount'), value: money(amount === '' ? '0' : amount) },
          { name: t('fee'), value: feeText },
          { name: t('receive'), value: receives, isStrong: true },
        ]}
        confirm={t('withdraw.confirm')}
        needsPin
        onConfirm={(pin) => {
          if (chosen === undefined) return
          review.send({
            currency: coin.id,
            number: amount,
            address_id: chosen.id,
            address: chosen.address,
            netType: chosen.netType,
            notes: form.texts.notes.trim(),
            pay_password: pin,
            ...sentFactor(factor, form.texts.code),
          })
        }}
        doneTitle={t('withdraw.done')}
        done={<p>{t('withdraw.doneText', { hours: info.credited_hours })}</p>}
        next={
          review.submit.value === null
            ? assetsPaths.recordsShowing('withdrawals')
            : withdrawPaths.doneOf(review.submit.value.id)
        }
      />
    </form>
  )
}

const cents = 2
/** What arrives, in the base coin; null for that coin itself, for nothing, and while there is no price. */
const worthOf = ({ id, price }: OwnCoin, receipt: bigint) => {
  const worth = id === baseCoin.id || receipt <= 0n ? 0n : mulDec(receipt, parseDec(price))
  return worth === 0n ? null : formatDec(rescale(rescale(worth, SCALE, cents), cents, SCALE))
}

const addressFault = (address: Address | undefined, nowMs: number) =>
  address === undefined
    ? 'refusals:address_required'
    : address.usable_ms > nowMs && nowMs > 0
      ? 'refusals:address_held'
      : null
