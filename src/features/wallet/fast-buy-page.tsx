import { Box, Stack } from '#src/ui/box.tsx'
import { useCall } from '#src/actors/use-call.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { deposit, type RemittanceAccount } from '#contract/wallet/deposit.ts'
import { IconButton } from '#src/ui/button.tsx'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Empty } from '#src/ui/empty.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Select } from '#src/ui/select.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useTranslation } from 'react-i18next'
import { Page } from '#src/ui/page.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import type { Say } from './use-coins.ts'
import { proofFault, picturesIn, ProofField } from './form-parts.tsx'
import { bankQuote, quotedFacts, quoteFact, priceFact, useFiats } from './bank-quote.tsx'
import { useState } from 'react'
import { DemoAccount, PayeeLines } from './payee-lines.tsx'

/** Buys the base coin by a transfer of fiat to one of the venue's accounts. */
export function FastBuyPage() {
  const { t } = useTranslation('wallet')
  const read = useCall(deposit.remittanceAccounts, {})
  return (
    <Page
      title={t('titles.depositFast')}
      onRefresh={read.refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('remittances'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Loaded read={read} lines={5} height={64}>
          {({ list, reference }) =>
            list.length === 0 ? (
              <Empty text={t('fast.none')} icon="assets" />
            ) : (
              <FastForm accounts={list} reference={reference} />
            )
          }
        </Loaded>
      </Stack>
    </Page>
  )
}

type Live = {
  readonly accounts: readonly RemittanceAccount[]
  /** What to write on the transfer. */
  readonly reference: string
  readonly t: Say
  readonly shown: Numbers
}
const fastForm = moneyForm<Live>()({
  call: deposit.remit,
  draft: () => 'deposit.fast',
  fields: ({ accounts }) => ({ id: accounts[0]?.id ?? '', amount: '', payer: '', imgs: '' }),
  sums: ({ id, amount, payer, imgs }, { accounts }) => {
    const account = accounts.find((each) => each.id === id) ?? accounts[0]
    return {
      account,
      fiat: account?.fiat ?? '',
      bounds: { min: account?.min_amount ?? '0', max: account?.max_amount ?? '0' },
      amount: tidyDecimal(amount),
      payer: payer.trim(),
      imgs: picturesIn(imgs),
    }
  },
  faults: ({ texts, sums: { amount, payer, bounds } }) => ({
    amount: amountFault(amount, bounds),
    payer: payer === '' ? 'refusals:real_name_required' : null,
    imgs: proofFault(texts.imgs),
  }),
  fieldOf: { real_name_required: 'payer' },
  quote: ({ sums: { account, fiat, amount, bounds } }) =>
    account === undefined || amountFault(amount, bounds) !== null
      ? null
      : bankQuote({ kind: 'remittance', fiat, amount, account: account.id }),
  input: ({ sums: { account, payer, imgs } }, { quote }) =>
    quote === null || account === undefined
      ? null
      : { account_id: account.id, amount: quote.num, quote_id: quote.quote_id, payer_name: payer, imgs },
  review: ({ sums: { amount, fiat }, live: { reference, t, shown }, quoted }) => ({
    title: t('deposit.review'),
    rows: [
      { name: t('bank.paid'), value: shown.money(amount || '0', fiat) },
      ...quotedFacts({ quoted, t, shown, unit: baseCoin.name }),
      { name: t('fast.reference'), value: reference },
      quoteFact({ quoted, t }),
    ],
    confirm: t('deposit.confirm'),
    doneTitle: t('deposit.done'),
    done: <p>{t('deposit.doneText')}</p>,
    next: assetsPaths.recordsShowing('remittances'),
  }),
})

function FastForm({ accounts, reference }: Pick<Live, 'accounts' | 'reference'>) {
  const { t, i18n } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const fiats = useFiats()
  const [sending, setSending] = useState(0)
  const form = useMoneyForm(fastForm, { accounts, reference, t, shown })
  const { fields, quoted } = form
  const { account, fiat, bounds } = form.sums
  const regions = new Intl.DisplayNames([document.documentElement.lang || i18n.language], { type: 'region' })
  return (
    <MoneyPage form={form} label={t('titles.depositFast')} isHeld={sending > 0} button={t('deposit.review')}>
      <LockBanner stops="change" />
      <Select
        label={t('fast.account')}
        value={account?.id ?? ''}
        options={accounts.map((each) => ({
          value: each.id,
          label: `${each.fiat} · ${regions.of(each.country) ?? each.country}`,
        }))}
        onChange={(id) => fields.set('id', id)}
      />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('bank.paid')}
        unit={fiat}
        scale={fiats.find(({ code }) => code === fiat)?.scale ?? 2}
        bounds={bounds}
      />
      <Facts
        facts={[
          priceFact({ quoted, t, shown, fiat }, account?.rate ?? '0'),
          ...quotedFacts({ quoted, t, shown, unit: baseCoin.name }),
        ]}
      />
      <QuoteBar quoted={quoted} />
      <Box as="h2" topPad={2} size={4}>
        {t('bank.payTo')}
      </Box>
      <DemoAccount />
      {account !== undefined && <PayTo account={account} reference={reference} />}
      <Banner kind="warning" icon="warning">
        {t('fast.writeReference', { reference })}
      </Banner>
      <FormField
        form={fields}
        name="payer"
        label={t('fast.payer')}
        hint={t('fast.payerHint')}
        autoComplete="name"
        maxLength={60}
      />
      <ProofField fields={fields} onPending={setSending} />
    </MoneyPage>
  )
}

function PayTo({ account, reference }: { readonly account: RemittanceAccount; readonly reference: string }) {
  const { t } = useTranslation('wallet')
  return (
    <PayeeLines
      lines={[
        { name: t('bank.holder'), value: account.payee_name },
        { name: t('bank.name'), value: account.bank_name },
        { name: t('bank.account'), value: account.iban ?? account.bank_account },
        { name: t('fast.swift'), value: account.swift_code },
        { name: t('fast.routing'), value: account.routing_no },
        { name: t('fast.bankAddress'), value: account.bank_address },
        { name: t('fast.payeeAddress'), value: account.payee_address },
        { name: t('fast.hours'), value: account.hours },
        { name: t('note'), value: account.note },
        { name: t('fast.reference'), value: reference },
      ]}
    />
  )
}
