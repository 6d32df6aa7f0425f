import { deposit, type RemittanceAccount } from '#contract/wallet/deposit.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Banner } from '#src/ui/banner.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
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

/** Buys the base coin by a transfer of fiat to one of the venue's accounts. */
export function FastBuyPage() {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const { value, failure, isBusy, refresh } = useRead('remittance-accounts', (signal) =>
    request.read(deposit.remittanceAccounts, {}, { signal }),
  )
  return (
    <Page
      title={t('titles.depositFast')}
      onRefresh={refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('remittances'))} />
      }
    >
      <div className={styles.page}>
        {value === null &&
          (failure === null ? (
            <Skeleton lines={5} height={64} />
          ) : (
            <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
          ))}
        {value?.list.length === 0 && <Empty text={t('fast.none')} icon="assets" />}
        {value !== null && value.list.length > 0 && <FastForm accounts={value.list} reference={value.reference} />}
      </div>
    </Page>
  )
}

function FastForm({
  accounts,
  reference,
}: {
  readonly accounts: readonly RemittanceAccount[]
  readonly reference: string
}) {
  const { t, i18n } = useTranslation(['wallet', 'refusals'])
  const shown = useNumbers()
  const fiats = useFiats()
  const [id, setId] = useState(accounts[0]?.id ?? '')
  const account = accounts.find((each) => each.id === id)
  const bounds = { min: account?.min_amount ?? '0', max: account?.max_amount ?? '0' }
  const form = useForm({
    draft: 'deposit.fast',
    first: { amount: '', payer: '', imgs: '' },
    check: ({ amount, payer, imgs }) => ({
      amount: amountFault(tidyDecimal(amount), bounds),
      payer: payer.trim() === '' ? 'refusals:real_name_required' : null,
      imgs: picturesIn(imgs).length === 0 ? 'refusals:proof_required' : null,
    }),
    fieldOf: () => ({ real_name_required: 'payer' }),
  })
  const fault = useFault(form)
  const [sending, setSending] = useState(0)
  const amount = tidyDecimal(form.texts.amount)
  const fiat = account?.fiat ?? ''
  const quoted = useBankQuote({
    kind: 'remittance',
    fiat,
    amount: amountFault(amount, bounds) === null ? amount : '',
    account: id,
  })
  const review = useMoneyForm(deposit.remit, form, { quote: quoted.state })
  const { quote } = quoted
  const money = (text: string | undefined, unit: string) => (text === undefined ? '—' : shown.money(text, unit))
  const regions = new Intl.DisplayNames([document.documentElement.lang || i18n.language], { type: 'region' })
  return (
    <form
      ref={form.form}
      className={styles.form}
      noValidate
      aria-label={t('titles.depositFast')}
      onSubmit={form.submit(() => orRenew(quoted, review.open))}
    >
      <LockBanner stops="change" />
      <Select
        label={t('fast.account')}
        value={id}
        options={accounts.map((each) => ({
          value: each.id,
          label: `${each.fiat} · ${regions.of(each.country) ?? each.country}`,
        }))}
        onChange={setId}
      />
      <MoneyField
        form={form}
        name="amount"
        label={t('bank.paid')}
        unit={fiat}
        scale={fiats.find(({ code }) => code === fiat)?.scale ?? 2}
        params={{ min: shown.sum(bounds.min, fiat, 'cost'), max: shown.sum(bounds.max, fiat) }}
      />
      <Facts
        facts={[
          {
            name: t('bank.price'),
            value: `1 ${baseCoin.name} = ${shown.rate(quote?.price ?? account?.rate ?? '0', fiat)} ${fiat}`,
          },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={baseCoin.name} />, isStrong: true },
        ]}
      />
      <QuoteBar quoted={quoted} />
      <h2 className={styles.title}>{t('bank.payTo')}</h2>
      <DemoAccount />
      {account !== undefined && (
        <PayeeLines
          lines={[
            { name: t('bank.holder'), value: account.payee_name },
            { name: t('bank.name'), value: account.bank_name },
            { name: t('bank.account'), value: account.iban ?? account.bank_account },
            { name: t('fast.swift'), value: account.swift_code },
            { name: t('fast.routing'), value: account.routing_no },
            { name: t('fast.bankAddress'), value: account.bank_address },
            { name: t('fast.payeeAddress'), value: account.payee_address },
            { name: t('fast.reference'), value: reference },
          ]}
        />
      )}
      <Banner kind="warning" icon="warning">
        {t('fast.writeReference', { reference })}
      </Banner>
      <FormField
        form={form}
        name="payer"
        label={t('fast.payer')}
        hint={t('fast.payerHint')}
        autoComplete="name"
        maxLength={60}
      />
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
        title={t('deposit.review')}
        rows={[
          { name: t('bank.paid'), value: money(amount === '' ? '0' : amount, fiat) },
          { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
          { name: t('receive'), value: <QuotedResult quoted={quoted} unit={baseCoin.name} />, isStrong: true },
          { name: t('fast.reference'), value: reference },
          { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
        ]}
        confirm={t('deposit.confirm')}
        quoted={quoted}
        onConfirm={(_, taken) =>
          taken !== null &&
          review.send({
            account_id: id,
            amount: taken.num,
            quote_id: taken.quote_id,
            payer_name: form.texts.payer.trim(),
            imgs: [...picturesIn(form.texts.imgs)],
          })
        }
        doneTitle={t('deposit.done')}
        done={<p>{t('deposit.doneText')}</p>}
        next={assetsPaths.recordsShowing('remittances')}
      />
    </form>
  )
}
