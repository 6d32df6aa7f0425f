import { Stack } from '#src/ui/box.tsx'
import { assets } from '#contract/assets/assets.ts'
import { compareDec, formatDec, mulDec, parseDec, SCALE } from '#contract/wire/money.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead, type ReadResult } from '#src/actors/use-read.ts'
import { percentOf, tidyDecimal } from '#src/lib/amount.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useLiveForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { neededOf, useGate, type Gate } from '#src/parts/form/use-gate.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { useConfig } from '#src/stores/config.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { useCoins, type OwnCoin, type Say } from './use-coins.ts'

const one = 10n ** BigInt(SCALE)
/** The most that leaves with its fee, cut to the decimals of the coin. */
const mostOf = (balance: string, feeRate: string, scale: number) =>
  percentOf(formatDec((parseDec(balance) * one) / (one + parseDec(feeRate))), 100, scale)

/** Sends coins to another user: at once and for good. */
export function GiftPage() {
  const { t } = useTranslation('wallet')
  const coins = useCoins()
  return (
    <Page
      title={t('titles.gift')}
      onRefresh={coins.refresh}
      actions={<IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.giftRecords)} />}
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Loaded read={coins} lines={5} height={64}>
          {({ left }) => <GiftForm coins={left} onDone={() => void coins.refresh()} />}
        </Loaded>
      </Stack>
    </Page>
  )
}

type About = {
  readonly coins: readonly OwnCoin[]
  /** The coin that the address names. */
  readonly wished: string | undefined
  readonly feeRate: string
  readonly t: Say
  readonly shown: Numbers
}
/** Whom the transfer would reach, as the venue names them; null while that is not known. */
type Payee = { readonly name: string; readonly account: string | null }
type Live = About & { readonly payee: Pick<ReadResult<Payee>, 'value' | 'failure'>; readonly gate: Gate }
/** A whole mail address, phone or account number: nothing shorter is looked up. */
const isWhole = (typed: string) => /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$|^\+?[\d\s().-]{6,}$/.test(typed)
const payeeText = ({ name, account }: Payee) => (account === null ? name : `${name} · ${account}`)
const payeeFaults = {
  account_malformed: 'refusals:account_malformed',
  recipient_unknown: 'refusals:recipient_unknown',
  recipient_self: 'refusals:recipient_self',
} as const
function payeeFault(typed: string, { failure }: Live['payee']) {
  if (typed === '') return 'refusals:account_required' as const
  if (!isWhole(typed)) return payeeFaults.account_malformed
  const reason = failure?.kind === 'refused' ? failure.reason : ''
  return Object.entries(payeeFaults).find(([each]) => each === reason)?.[1] ?? null
}
type Now = {
  readonly texts: { readonly email: string; readonly coin: string; readonly amount: string }
  readonly isOpen: boolean
  readonly isChecked: boolean
}
/** Asks for the name as soon as the recipient is typed whole, and again when a review opens without it. */
function useGift(about: About, { texts, isOpen, isChecked }: Now): Live {
  const { request } = useServices()
  const typed = texts.email.trim()
  const sought = useDebounced(typed, 400)
  const read = useRead<Payee>(`payee|${sought}`, async (signal) =>
    isWhole(sought) ? request.read(assets.recipient, { email: sought }, { signal }) : { ok: true, value: null },
  )
  useOnValue((isOpen && read.value === null) || null, () => void read.refresh())
  const coin = about.coins.find(({ id }) => String(id) === texts.coin)
  const gate = useGate({
    stops: 'withdraw',
    kyc: 'gift',
    usesPin: true,
    funds: coin
      ? { account: 'change', currency: coin.id, name: coin.name, amount: neededOf('0', texts.amount, isChecked) }
      : null,
  })
  return { ...about, gate, payee: sought === typed ? read : { value: null, failure: null } }
}
const feeText = ({ t, shown }: About, fee: string, coin: string) =>
  compareDec(fee, '0') === 0 ? t('free') : shown.cost(fee, coin, 'fine')

const giftForm = moneyForm<Live, About>()({
  call: assets.gift,
  draft: () => 'gift',
  fields: ({ coins, wished }) => ({
    email: '',
    coin: String(coins.find(({ id }) => String(id) === wished)?.id ?? baseCoin.id),
    amount: '',
    remark: '',
  }),
  sums: (texts, { coins, feeRate }) => {
    const coin = coins.find(({ id }) => String(id) === texts.coin)
    const amount = tidyDecimal(texts.amount)
    return {
      amount,
      coin: coin?.name ?? '',
      scale: coin?.decimal_scale ?? 8,
      free: coin?.balance ?? '0',
      most: mostOf(coin?.balance ?? '0', feeRate, coin?.decimal_scale ?? 0),
      fee: formatDec(amount === '' ? 0n : mulDec(parseDec(amount), parseDec(feeRate), SCALE, true)),
    }
  },
  faults: ({ texts, sums: { amount, most }, live: { payee } }) => ({
    email: payeeFault(texts.email.trim(), payee),
    amount: amountFault(amount, { free: most }),
  }),
  fieldOf: {
    account_required: 'email',
    account_malformed: 'email',
    recipient_unknown: 'email',
    recipient_self: 'email',
    amount_required: 'amount',
    amount_below_min: 'amount',
    amount_above_max: 'amount',
    insufficient_balance: 'amount',
  },
  input: ({ texts, sums: { amount } }, { pin }) => ({
    email: texts.email.trim(),
    currency_id: Number(texts.coin),
    number: amount,
    remark: texts.remark.trim(),
    pay_password: pin,
  }),
  review: ({ texts, sums: { amount, coin, fee }, live, value }) => {
    const { t, shown, payee } = live
    const remark = texts.remark.trim()
    return {
      title: t('gift.review'),
      rows: [
        ...(payee.value === null ? [] : [{ name: t('gift.to'), value: payeeText(payee.value), isStrong: true }]),
        { name: t(payee.value === null ? 'gift.to' : 'gift.typed'), value: texts.email.trim() },
        { name: t('amount'), value: shown.money(amount || '0', coin), isStrong: true },
        { name: t('fee'), value: feeText(live, fee, coin) },
        ...(remark === '' ? [] : [{ name: t('note'), value: remark }]),
        { name: t('gift.when'), value: t('gift.finalShort') },
      ],
      confirm: t('gift.confirm'),
      hold: payee.value === null ? t('gift.naming') : null,
      needsPin: true,
      doneTitle: t('gift.done'),
      done: value !== null && <p>{`${value.peer} · ${shown.money(value.number, value.currency_name)}`}</p>,
      next: assetsPaths.giftRecords,
    }
  },
})

function GiftForm({ coins, onDone }: { readonly coins: readonly OwnCoin[]; readonly onDone: () => void }) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const { currency: wished } = useQuery()
  const feeRate = useConfig(({ setting }) => setting?.gift.fee_rate ?? '0')
  const form = useLiveForm(giftForm, { coins, wished, feeRate, t, shown }, useGift, {
    gate: ({ gate }) => gate,
    onDone,
  })
  const { fields, sums, live } = form
  return (
    <MoneyPage form={form} label={t('titles.gift')} button={t('gift.review')} note={t('gift.final')}>
      <GateCard gate={live.gate} />
      <FormField
        form={fields}
        name="email"
        label={t('gift.to')}
        hint={live.payee.value === null ? t('gift.toHint') : payeeText(live.payee.value)}
        autoComplete="off"
        maxLength={100}
      />
      <Select
        label={t('coin')}
        value={fields.texts.coin}
        options={coins.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(id) => fields.set('coin', id)}
      />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('amount')}
        unit={sums.coin}
        scale={sums.scale}
        most={sums.most}
        balance={`${t('available')} ${shown.money(sums.free, sums.coin)}`}
      />
      <FormField
        form={fields}
        name="remark"
        label={t('note')}
        hint={t('optional')}
        autoComplete="off"
        maxLength={100}
      />
      <Facts
        facts={[
          { name: t('fee'), value: feeText(live, sums.fee, sums.coin) },
          { name: t('gift.arrives'), value: shown.money(sums.amount || '0', sums.coin), isStrong: true },
        ]}
      />
    </MoneyPage>
  )
}
