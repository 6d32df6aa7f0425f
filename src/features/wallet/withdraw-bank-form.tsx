import { Stack } from '#src/ui/box.tsx'
import { payWays, type PayMethods, type PayWay } from '#contract/wallet/bank.ts'
import { withdraw, type WithdrawInfo } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { herePath } from '#src/lib/hash-location.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { factorFieldOf } from '#src/parts/form/factor-refusal.ts'
import { lastStep, sentFactor, useFactor, type Factor } from '#src/parts/form/second-factor.tsx'
import { useGate } from '#src/parts/form/use-gate.ts'
import { Link } from '#src/parts/link.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useConfig } from '#src/stores/config.ts'
import { Facts } from '#src/ui/facts.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { bankDraft } from './bank-draft.ts'
import { bankQuote, priceFact, quotedFacts, quoteFact, useFiats } from './bank-quote.tsx'
import { Shares, WithdrawLimit } from './form-parts.tsx'
import { methodIcons, methodLine } from './methods.ts'
import type { Say } from './use-coins.ts'

const anyWay = { of: 'any', ways: payWays } as const
const scale = 6
type Props = {
  readonly methods: PayMethods
  readonly free: string
  readonly info: WithdrawInfo | null
  readonly onDone: () => void
}
type Live = Omit<Props, 'onDone' | 'info'> & { readonly factor: Factor; readonly t: Say; readonly shown: Numbers }
const wayIn = (text: string, { ways }: PayMethods): PayWay => ways.find((way) => way === text) ?? ways[0] ?? 'bank'

const bankForm = moneyForm<Live>()({
  call: withdraw.submitBank,
  draft: () => bankDraft.name,
  fields: () => bankDraft.first,
  secrets: ['code'],
  sums: (texts, { methods }) => ({ amount: tidyDecimal(texts.amount), way: wayIn(texts.way, methods) }),
  faults: ({ sums: { amount }, live: { free } }) => ({
    amount: amountFault(amount, { free }),
  }),
  fieldOf: { amount_required: 'amount', insufficient_balance: 'amount', withdraw_limit: 'amount', ...factorFieldOf },
  quote: ({ texts: { fiat }, sums: { amount }, live: { free } }) =>
    bankQuote({ kind: 'bank_out', fiat, amount: amountFault(amount, { free }) === null ? amount : '' }),
  input: ({ texts, sums: { way }, live: { factor } }, { pin, quote }) =>
    quote === null
      ? null
      : {
          currency: baseCoin.id,
          number: quote.num,
          fiat: texts.fiat,
          quote_id: quote.quote_id,
          way,
          pay_password: pin,
          ...sentFactor(factor, texts.code),
        },
  review: ({ texts, sums: { amount, way }, live, quoted, value }) => {
    const { t, shown, methods } = live
    return {
      title: t('withdraw.review'),
      rows: [
        { name: t('bank.method'), value: `${t(`ui:payee.ways.${way}`)} ${methodLine(methods, way)}` },
        { name: t('amount'), value: shown.money(amount || '0', baseCoin.name) },
        ...quotedFacts({ quoted, t, shown, unit: texts.fiat }),
        quoteFact({ quoted, t }),
      ],
      confirm: t('withdraw.confirm'),
      needsPin: true,
      doneTitle: t('withdraw.done'),
      done: <p>{t('withdraw.doneBank')}</p>,
      next: value === null ? assetsPaths.recordsShowing('withdrawals') : withdrawPaths.doneOf(value.id),
    }
  },
})

/** How much, in which currency, to which method. */
export function BankForm({ methods, free, info, onDone }: Props) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const fiats = useFiats()
  const gate = useGate({ stops: 'withdraw', kyc: 'bank_out', usesPin: true, payee: anyWay })
  const factor = useFactor(useConfig(({ setting }) => setting?.withdraw_code === true))
  const form = useMoneyForm(bankForm, { methods, free, factor, t, shown }, { gate, onDone })
  const { fields, sums, quoted } = form
  const { fiat } = fields.texts
  return (
    <MoneyPage
      form={form}
      label={t('titles.withdrawBank')}
      button={t('titles.withdraw')}
      {...lastStep({ form: fields, name: 'code', factor })}
    >
      <GateCard gate={gate} />
      {info !== null && <WithdrawLimit info={info} />}
      <Link
        to={withdrawPaths.cardBackTo(herePath())}
        lay="row"
        gap={3}
        blockPad={2}
        sidePad={3}
        align="center"
        tall={56}
        line="around"
        ground="well"
        round={2}
      >
        <Icon name={methodIcons[sums.way]} />
        <Stack as="span" grows breaks>
          <small>{t('bank.method')}</small>
          <b>{t(`ui:payee.ways.${sums.way}`)}</b>
          <small>{methodLine(methods, sums.way)}</small>
        </Stack>
        <Icon name="chevron-right" size={16} />
      </Link>
      <Select
        label={t('bank.fiat')}
        value={fiat}
        options={fiats.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))}
        onChange={(code) => fields.set('fiat', code)}
      />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('amount')}
        unit={baseCoin.name}
        scale={scale}
        most={free}
        balance={`${t('accountSpot')} ${shown.money(free, baseCoin.name)}`}
      />
      <Shares balance={free} scale={scale} onChoose={(part) => fields.set('amount', part)} />
      <Facts facts={[priceFact({ quoted, t, shown, fiat }), ...quotedFacts({ quoted, t, shown, unit: fiat })]} />
      <QuoteBar quoted={quoted} />
    </MoneyPage>
  )
}
