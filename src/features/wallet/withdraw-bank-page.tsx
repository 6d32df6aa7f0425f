import { payWays, type PayMethods, type PayWay } from '#contract/bank.ts'
import { withdraw } from '#contract/withdraw.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { codeFault } from '#src/parts/form/checks.ts'
import { CodeField } from '#src/parts/form/code-field.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import { KycPrompt, useKycGate } from '#src/parts/form/kyc-prompt.tsx'
import { payeePath, PayeePrompt, usePayeeGate } from '#src/parts/form/payee-prompt.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { useConfig } from '#src/stores/config.ts'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { MoneyReview } from './money-review.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { useBankQuote, useFiats } from './bank-quote.tsx'
import { MoneyField, Sums } from './form-parts.tsx'
import { useMethods } from './methods-page.tsx'
import { useCoins } from './use-coins.ts'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

/** The base coin, paid out as fiat to a bound receiving method. */
export function WithdrawBankPage() {
  const { t } = useTranslation(['wallet', 'ui'])
  const failureText = useFailureText()
  const methods = useMethods()
  const coins = useCoins()
  const failure = methods.failure ?? coins.failure
  const refresh = () => Promise.all([methods.refresh(), coins.refresh()])
  const free = coins.value?.left.find(({ id }) => id === baseCoin.id)?.balance
  const isReady = methods.value !== null && free !== undefined
  return (
    <Page title={t('titles.withdrawBank')} onRefresh={refresh} actions={<IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('withdrawals'))} />}>
      <div className={styles.page}>
        <LockBanner stops="withdraw" usesPin />
        {!isReady && (failure === null ? <Skeleton lines={4} height={64} /> : <Failed text={failureText(failure)} onRetry={() => void refresh()} />)}
        {methods.value?.ways.length === 0 && (
          <Empty text={t('bank.noMethod')} icon="wallet">
            <Button onClick={() => go(payeePath(payWays))}>{t('ui:payee.go')}</Button>
          </Empty>
        )}
        {isReady && methods.value !== null && methods.value.ways.length > 0 && <BankForm methods={methods.value} free={free} onDone={() => void coins.refresh()} />}
      </div>
    </Page>
  )
}

const wayIn = (text: string, ways: readonly PayWay[]) => ways.find((way) => way === text)
const endOf = ({ bank_account, alipay_account, wechat_account, intl_account }: PayMethods, way: PayWay) =>
  `**** ${{ bank: bank_account, ali_pay: alipay_account, we_chat: wechat_account, intl_bank: intl_account ?? bank_account }[way].slice(-4)}`

function BankForm({ methods, free, onDone }: { readonly methods: PayMethods; readonly free: string; readonly onDone: () => void }) {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useFormat()
  const fiats = useFiats()
  const kyc = useKycGate('bank_out')
  const payee = usePayeeGate()
  const needsCode = useConfig(({ setting }) => setting?.withdraw_code === true)
  const form = useForm({
    draft: 'withdraw.bank',
    first: { way: methods.ways[0] ?? 'bank', fiat: 'HKD', amount: '', code: '' },
    secrets: ['code'],
    check: ({ amount, code }) => ({ amount: amountFault(tidyDecimal(amount), { free }), code: needsCode ? codeFault(code) : null }),
    fieldOf: () => ({ amount_required: 'amount', insufficient_balance: 'amount', code_required: 'code', code_wrong: 'code', code_expired: 'code' }),
  })
  const { fiat } = form.texts
  const way = wayIn(form.texts.way, methods.ways) ?? methods.ways[0] ?? 'bank'
  const amount = tidyDecimal(form.texts.amount)
  const quoted = useBankQuote({ kind: 'bank_out', fiat, amount: amountFault(amount, { free }) === null ? amount : '' })
  const review = useMoneyForm(withdraw.submitBank, form, { kyc, payee, onDone })
  const { quote, state } = quoted
  const money = (text: string | undefined, unit: string) => (text === undefined ? '–' : `${shown.amount(text)} ${unit}`)
  const to = `${t(`ui:payee.ways.${way}`)} ${endOf(methods, way)}`
  return (
    <form ref={form.form} className={styles.form} noValidate aria-label={t('titles.withdrawBank')} onSubmit={form.submit(() => kyc.pass(() => state === 'held' && review.open()))}>
      <Select label={t('bank.method')} value={way} options={methods.ways.map((each) => ({ value: each, label: `${t(`ui:payee.ways.${each}`)} ${endOf(methods, each)}` }))} onChange={(each) => form.set('way', each)} />
      <Select label={t('bank.fiat')} value={fiat} options={fiats.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))} onChange={(code) => form.set('fiat', code)} />
      <MoneyField form={form} name="amount" label={t('amount')} unit={baseCoin.name} scale={6} onMax={() => form.set('amount', free)} aside={`${t('available')} ${shown.amount(free)}`} />
      {needsCode && <CodeField form={form} name="code" purpose="withdraw" target={() => ({ to: 'own' })} />}
      <Sums
        lines={[
          { name: t('bank.price'), value: quote === null ? '–' : `1 ${baseCoin.name} = ${shown.amount(quote.price)} ${fiat}` },
          { name: t('fee'), value: money(quote?.fee, baseCoin.name) },
          { name: t('receive'), value: money(quote?.result, fiat), isStrong: true },
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
          { name: t('fee'), value: money(quote?.fee, baseCoin.name) },
          { name: t('receive'), value: money(quote?.result, fiat), isStrong: true },
          { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
        ]}
        confirm={t('withdraw.confirm')}
        quoted={quoted}
        needsPin
        onConfirm={(pin, taken) =>
          taken !== null && review.send({ currency: baseCoin.id, number: taken.num, fiat, quote_id: taken.quote_id, way, pay_password: pin, ...(needsCode && { code: form.texts.code.trim() }) })
        }
        doneTitle={t('withdraw.done')}
        done={<p>{t('withdraw.doneBank')}</p>}
        next={assetsPaths.recordsShowing('withdrawals')}
      />
      <KycPrompt {...kyc.prompt} />
      <PayeePrompt {...payee.prompt} />
    </form>
  )
}
