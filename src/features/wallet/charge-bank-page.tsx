import { Box, Stack } from '#src/ui/box.tsx'
import { useCall } from '#src/actors/use-call.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { payWays } from '#contract/wallet/bank.ts'
import { deposit, bankCurrency } from '#contract/wallet/deposit.ts'
import { IconButton } from '#src/ui/button.tsx'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { Select } from '#src/ui/select.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useTranslation } from 'react-i18next'
import { Page } from '#src/ui/page.tsx'
import { Loaded } from '#src/parts/loaded.tsx'
import type { Say } from './use-coins.ts'
import { proofFault, picturesIn, ProofField } from './form-parts.tsx'
import { bankQuote, quotedFacts, quoteFact, priceFact, useFiats } from './bank-quote.tsx'
import { DemoAccount, PayeeLines } from './payee-lines.tsx'
import { useState } from 'react'

const anyWay = { of: 'any', ways: payWays } as const
const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

/** A deposit of fiat to the company's account, credited as quoted. */
export function ChargeBankPage() {
  const { t } = useTranslation('wallet')
  const read = useCall(deposit.addresses, { currency: bankCurrency })
  const account: ReadonlyMap<string, unknown> = new Map(Object.entries(read.value ?? {}))
  return (
    <Page
      title={t('titles.depositBank')}
      onRefresh={read.refresh}
      actions={
        <IconButton icon="history" label={t('records')} onClick={() => go(assetsPaths.recordsShowing('deposits'))} />
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        <Loaded read={read} lines={4} height={64}>
          {() => (
            <>
              <Box as="h2" topPad={2} size={4}>
                {t('bank.payTo')}
              </Box>
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
        </Loaded>
      </Stack>
    </Page>
  )
}

type Live = { readonly t: Say; readonly shown: Numbers }
const bankForm = moneyForm<Live>()({
  call: deposit.chargeBank,
  draft: () => 'deposit.bank',
  fields: () => ({ fiat: 'HKD', amount: '', imgs: '' }),
  sums: ({ amount, imgs }) => ({ amount: tidyDecimal(amount), imgs: picturesIn(imgs) }),
  faults: ({ texts, sums: { amount } }) => ({ amount: amountFault(amount), imgs: proofFault(texts.imgs) }),
  quote: ({ texts: { fiat }, sums: { amount } }) =>
    bankQuote({ kind: 'bank_in', fiat, amount: amountFault(amount) === null ? amount : '' }),
  input: ({ texts: { fiat }, sums: { imgs } }, { quote }) =>
    quote === null ? null : { currency: baseCoin.id, fiat, amount: quote.num, quote_id: quote.quote_id, imgs },
  review: ({ texts: { fiat }, sums: { amount, imgs }, live: { t, shown }, quoted, value }) => ({
    title: t('deposit.review'),
    rows: [
      { name: t('bank.paid'), value: shown.money(amount || '0', fiat) },
      ...quotedFacts({ quoted, t, shown, unit: baseCoin.name }),
      { name: t('proof'), value: String(imgs.length) },
      quoteFact({ quoted, t }),
    ],
    confirm: t('deposit.confirm'),
    doneTitle: t('deposit.done'),
    done: <p>{t('deposit.doneText')}</p>,
    next: value === null ? assetsPaths.recordsShowing('deposits') : depositPaths.doneOf(value.id),
  }),
})

function BankForm() {
  const { t } = useTranslation(['wallet', 'refusals', 'ui'])
  const shown = useNumbers()
  const fiats = useFiats()
  const gate = useGate({ stops: 'change', payee: anyWay })
  const [sending, setSending] = useState(0)
  const form = useMoneyForm(bankForm, { t, shown }, { gate })
  const { fields, quoted } = form
  const { fiat } = fields.texts
  return (
    <MoneyPage
      form={form}
      label={t('titles.depositBank')}
      isHeld={sending > 0}
      button={t('deposit.review')}
      note={t('bank.own')}
    >
      <GateCard gate={gate} />
      <Select
        label={t('bank.fiat')}
        value={fiat}
        options={fiats.map(({ code, symbol }) => ({ value: code, label: `${code} ${symbol}` }))}
        onChange={(code) => fields.set('fiat', code)}
      />
      <MoneyField
        fields={fields}
        name="amount"
        label={t('bank.paid')}
        unit={fiat}
        scale={fiats.find(({ code }) => code === fiat)?.scale ?? 2}
      />
      <Facts
        facts={[priceFact({ quoted, t, shown, fiat }), ...quotedFacts({ quoted, t, shown, unit: baseCoin.name })]}
      />
      <QuoteBar quoted={quoted} />
      <ProofField fields={fields} onPending={setSending} />
    </MoneyPage>
  )
}
