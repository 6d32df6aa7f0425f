import { payWays } from '#contract/wallet/bank.ts'
import { bankCurrency, deposit } from '#contract/wallet/deposit.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { baseCoin } from '#contract/wire/limits.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Select } from '#src/ui/select.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MoneyReview } from './money-review.tsx'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { orRenew, QuotedResult, useBankQuote, useFiats } from './bank-quote.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { MoneyField, picturesIn, ProofField, useFault } from './form-parts.tsx'
import { DemoAccount, PayeeLines } from './payee-lines.tsx'
import { useMoneyForm } from './use-money-form.ts'
import styles from './wallet.module.css'

const anyWay = { of: 'any', ways: payWays } as const
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** A deposit of fiat to the company's account, credited as quoted. */
export function ChargeBankPage() {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const { value, failure, isBusy, refresh } = useRead('company', (signal) =>
    request.read(deposit.addresses, { currency: bankCurrency }, { signal }),
  )
  const account: ReadonlyMap<string, unknown> = new Map(Object.entries(value ?? {}))
  return (
    <Page
      title={t('titles.depositBank')}
      onRefresh={refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('deposits'))} />
      }
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={4} height={64} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value !== null && (
          <>
            <h2 className={styles.title}>{t('bank.payTo')}</h2>
            <DemoAccount />
            <PayeeLines
              lines={[
                { name: t('bank.name'), value: textIn(account.get('bkname')) },
                { name: t('bank.account'), value: textIn(account.get('bkcardnumer')) },
                { name: t('bank.holder'), value: textIn(account.get('cardname')) },
              ]}
            />
            <BankForm />
          </>
        )}
      </div>
    </Page>
  )
}

function BankForm() {
  const { t } = useTranslation(['wallet', 'refusals'])
  const shown = useNumbers()
  const fiats = useFiats()
  const gate = useGate({ stops: 'change', payee: anyWay })
  const form = useForm({
    draft: 'deposit.bank',
    first: { fiat: 'HKD', amount: '', imgs: '' },
    check: ({ amount, imgs }) => ({
      amount: amountFault(tidyDecimal(amount)),
      imgs: picturesIn(imgs).length === 0 ? 'refusals:proof_required' : null,
    }),
  })
  const fault = useFault(form)
  const [sending, setSending] = useState(0)
  const { fiat } = form.texts
  const amount = tidyDecimal(form.texts.amount)
  const quoted = useBankQuote({ kind: 'bank_in', fiat, amount: amount === '0' ? '' : amount })
  const review = useMoneyForm(deposit.chargeBank, form, { gate, quote: quoted.state })
  const { quote } = quoted
  const money = (text: string | undefined, unit: string) => (text === undefined ? '—' : shown.money(text, unit))
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.depositBank')}
      onSubmit={gate.first(form.submit(() => orRenew(quoted, review.open)))}
    >
      <GateCard gate={gate} />
      <Select
        label={t('bank.fiat')}
        value={fiat}
        options={fiats.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))}
        onChange={(code) => form.set('fiat', code)}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t('bank.paid')}
        unit={fiat}
        scale={fiats.find(({ code }) => code === fiat)?.scale ?? 2}
      />
      <Facts
        facts={[
          {
            name: t('bank.price'),
            value: quote === null ? '—' : `1 ${baseCoin.name} = ${shown.rate(quote.price, fiat)} ${fiat}`,
          },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={baseCoin.name} />, isStrong: true },
        ]}
      />
      <QuoteBar quoted={quoted} />
      <ProofField
        links={form.texts.imgs}
        onChange={(links) => form.set('imgs', links)}
        error={fault('imgs')}
        onPending={setSending}
      />
      <MoneyReview
        failure={form.failure}
        isHeld={sending > 0}
        review={review}
        button={t('deposit.review')}
        note={t('bank.own')}
        title={t('deposit.review')}
        rows={[
          { name: t('bank.paid'), value: money(amount === '' ? '0' : amount, fiat) },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={baseCoin.name} />, isStrong: true },
          { name: t('proof'), value: String(picturesIn(form.texts.imgs).length) },
          { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
        ]}
        confirm={t('deposit.confirm')}
        quoted={quoted}
        onConfirm={(_, taken) =>
          taken !== null &&
          review.send({
            currency: baseCoin.id,
            fiat,
            amount: taken.num,
            quote_id: taken.quote_id,
            imgs: [...picturesIn(form.texts.imgs)],
          })
        }
        doneTitle={t('deposit.done')}
        done={<p>{t('deposit.doneText')}</p>}
        next={
          review.submit.value === null
            ? assetsPaths.recordsShowing('deposits')
            : depositPaths.doneOf(review.submit.value.id)
        }
      />
    </form>
  )
}
