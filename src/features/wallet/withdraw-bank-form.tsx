import { payWays, type PayMethods, type PayWay } from '#contract/wallet/bank.ts'
import { withdraw } from '#contract/wallet/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { herePath } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { Balance } from '#src/parts/balance.tsx'
import { FactorField, factorFault, factorFieldOf, sentFactor, useFactor } from '#src/parts/form/second-factor.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { Link } from '#src/parts/link.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { MoneyReview } from './money-review.tsx'
import { bankDraft } from './bank-draft.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { orRenew, QuotedResult, useBankQuote, useFiats } from './bank-quote.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { MoneyField, Shares } from './form-parts.tsx'
import { methodIcons, methodLine } from './methods.ts'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

const anyWay = { of: 'any', ways: payWays } as const
const wayIn = (text: string, ways: readonly PayWay[]) => ways.find((way) => way === text)

/** How much, in which currency, to which method. */
export function BankForm({
  methods,
  free,
  onDone,
}: {
  readonly methods: PayMethods
  readonly free: string
  readonly onDone: () => void
}) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const fiats = useFiats()
  const gate = useGate({ stops: 'withdraw', kyc: 'bank_out', usesPin: true, payee: anyWay })
  const factor = useFactor(useConfig(({ setting }) => setting?.withdraw_code === true))
  const form = useForm({
    draft: bankDraft.name,
    first: bankDraft.first,
    secrets: ['code'],
    check: ({ amount, code }) => ({
      amount: amountFault(tidyDecimal(amount), { free }),
      code: factorFault(factor, code),
    }),
    fieldOf: () => ({ amount_required: 'amount', insufficient_balance: 'amount', ...factorFieldOf }),
  })
  const { fiat } = form.texts
  const way = wayIn(form.texts.way, methods.ways) ?? methods.ways[0] ?? 'bank'
  const amount = tidyDecimal(form.texts.amount)
  const quoted = useBankQuote({ kind: 'bank_out', fiat, amount: amountFault(amount, { free }) === null ? amount : '' })
  const review = useMoneyForm(withdraw.submitBank, form, {
    gate,
    needsPin: true,
    quote: quoted.state,
    onDone,
  })
  const { quote } = quoted
  const money = (text: string | undefined, unit: string) => (text === undefined ? '—' : shown.money(text, unit))
  const to = `${t(`ui:payee.ways.${way}`)} ${methodLine(methods, way)}`
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.withdrawBank')}
      onSubmit={gate.first(form.submit(() => orRenew(quoted, review.open)))}
    >
      <GateCard gate={gate} />
      <Link to={withdrawPaths.cardBackTo(herePath())} className={styles.choice}>
        <Icon name={methodIcons[way]} />
        <span>
          <small>{t('bank.method')}</small>
          <b>{t(`ui:payee.ways.${way}`)}</b>
          <small>{methodLine(methods, way)}</small>
        </span>
        <Icon name="chevron-right" size={16} />
      </Link>
      <Select
        label={t('bank.fiat')}
        value={fiat}
        options={fiats.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))}
        onChange={(code) => form.set('fiat', code)}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t('amount')}
        unit={baseCoin.name}
        scale={6}
        onMax={() => form.set('amount', free)}
        aside={<Balance>{`${t('accountSpot')} ${shown.sum(free, baseCoin.name)}`}</Balance>}
      />
      <Shares balance={free} scale={6} onChoose={(part) => form.set('amount', part)} />
      <FactorField form={form} name="code" factor={factor} />
      <Facts
        facts={[
          {
            name: t('bank.price'),
            value: quote === null ? '—' : `1 ${baseCoin.name} = ${shown.rate(quote.price, fiat)} ${fiat}`,
          },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={fiat} />, isStrong: true },
        ]}
      />
      <QuoteBar quoted={quoted} />
      <MoneyReview
        failure={form.failure}
        review={review}
        button={t('titles.withdraw')}
        title={t('withdraw.review')}
        rows={[
          { name: t('bank.method'), value: to },
          { name: t('amount'), value: money(amount === '' ? '0' : amount, baseCoin.name) },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={fiat} />, isStrong: true },
          { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
        ]}
        confirm={t('withdraw.confirm')}
        quoted={quoted}
        needsPin
        onConfirm={(pin, taken) =>
          taken !== null &&
          review.send({
            currency: baseCoin.id,
            number: taken.num,
            fiat,
            quote_id: taken.quote_id,
            way,
            pay_password: pin,
            ...sentFactor(factor, form.texts.code),
          })
        }
        doneTitle={t('withdraw.done')}
        done={<p>{t('withdraw.doneBank')}</p>}
        next={
          review.submit.value === null
            ? assetsPaths.recordsShowing('withdrawals')
            : withdrawPaths.doneOf(review.submit.value.id)
        }
      />
    </form>
  )
}
