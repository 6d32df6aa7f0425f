import { Section } from '#src/ui/section.tsx'
import { Entry } from '#src/parts/entry.tsx'
import { Stack } from '#src/ui/box.tsx'
import { Money } from '#src/ui/money.tsx'
import type { Quote } from '#contract/assets/assets-moves.ts'
import { miningCalls, type Conversion, type Mining } from '#contract/mining/mining.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { type Quoted } from '#src/actors/use-quote.ts'
import { useServices } from '#src/actors/services.tsx'
import { tidyDecimal } from '#src/lib/amount.ts'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import { Loaded } from '#src/parts/loaded.tsx'
import type { Numbers } from '#src/lib/money-text.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneyPage } from '#src/parts/form/money-shell.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { useMining, type Say } from './use-mining.ts'
import styles from './mining.module.css'

const scale = 8
/** Converts rewards of the purse to the base coin at a quoted price. */
export function ConvertPage() {
  const { t } = useTranslation('mining')
  const read = useMining()
  return (
    <Page title={t('titles.convert')} onRefresh={read.refresh}>
      <Stack gap={3} topPad={2} endPad={8}>
        <Loaded read={read} lines={3} height={72}>
          {(mining) => <ConvertForm mining={mining} onDone={() => void read.refresh()} />}
        </Loaded>
        <Section isCard title={t('records')} isTop className={styles.card}>
          <Conversions coin={read.value?.reward_currency_name ?? ''} />
        </Section>
      </Stack>
    </Page>
  )
}

type Live = { readonly mining: Mining; readonly t: Say; readonly shown: Numbers }
const faultOf = (amount: string, { convert_min, reward_balance }: Mining) =>
  amountFault(amount, { min: convert_min, free: reward_balance })

const convertForm = moneyForm<Live>()({
  call: miningCalls.convert,
  draft: () => 'mining-convert',
  fields: () => ({ amount: '' }),
  sums: ({ amount }) => ({ amount: tidyDecimal(amount) }),
  faults: ({ sums: { amount }, live: { mining } }) => ({ amount: faultOf(amount, mining) }),
  quote: ({ sums: { amount }, live: { mining } }) =>
    faultOf(amount, mining) === null
      ? { kind: 'mining', from: mining.reward_currency_id, to: baseCoin.id, num: amount }
      : null,
  renews: true,
  input: (_, { quote }) => (quote === null ? null : { amount: quote.num, quote_id: quote.quote_id }),
  review: ({ sums: { amount }, live, quoted, value }) => {
    const { mining, t, shown } = live
    const coin = mining.reward_currency_name
    return {
      title: t('reviewConvert'),
      rows: [
        { name: t('give'), value: shown.money(amount || '0', coin) },
        ...quoteFacts(quoted, live),
        { name: t('quote'), value: <QuoteBar quoted={quoted} /> },
      ],
      confirm: t('confirmConvert'),
      doneTitle: t('converted'),
      done: value !== null && (
        <p>{`${shown.money(value.conversion.num, coin)} → ${shown.money(value.conversion.result, baseCoin.name)}`}</p>
      ),
    }
  },
})

/** Rate, fee and receipt, as far as they are quoted. */
const quoteFacts = ({ quote }: Pick<Quoted<Quote>, 'quote'>, { mining, t, shown }: Live) => [
  { name: t('rate'), value: shown.money(quote?.price ?? mining.convert_rate, baseCoin.name) },
  { name: t('fee'), value: quote === null ? '—' : shown.cost(quote.fee, baseCoin.name, 'fine') },
  { name: t('receive'), value: quote === null ? '—' : shown.money(quote.result, baseCoin.name), isStrong: true },
]

function ConvertForm({ mining, onDone }: { readonly mining: Mining; readonly onDone: () => void }) {
  const { t } = useTranslation(['mining', 'refusals'])
  const shown = useNumbers()
  const live = { mining, t, shown }
  const form = useMoneyForm(convertForm, live, { onDone })
  const coin = mining.reward_currency_name
  return (
    <MoneyPage form={form} label={t('titles.convert')} button={t('reviewConvert')}>
      <LockBanner stops="trade" />
      <MoneyField
        fields={form.fields}
        name="amount"
        label={t('amount')}
        unit={coin}
        scale={scale}
        bounds={{ min: mining.convert_min }}
        most={mining.reward_balance}
        balance={`${t('purse')} ${shown.money(mining.reward_balance, coin)}`}
      />
      <Facts facts={quoteFacts(form.quoted, live)} />
      <QuoteBar quoted={form.quoted} />
    </MoneyPage>
  )
}

function Conversions({ coin }: { readonly coin: string }) {
  const { t } = useTranslation('mining')
  const { request } = useServices()
  return (
    <Paged
      read={(asked) => request.read(miningCalls.conversions, asked)}
      on={['mining.changed']}
      keyOf={({ id }) => id}
      render={(row) => <ConversionRow row={row} coin={coin} />}
      empty={{ text: t('noConversions'), icon: 'swap' }}
    />
  )
}
function ConversionRow({
  row: { num, price, result, create_time },
  coin,
}: {
  readonly row: Conversion
  readonly coin: string
}) {
  const { t } = useTranslation('mining')
  const shown = useNumbers()
  return (
    <Entry
      title={t('convertedRow', { amount: shown.sum(num, coin), price: shown.rate(price, baseCoin.name), coin })}
      notes={[shown.time(create_time)]}
    >
      <Money text={result} unit={baseCoin.name} kind="gain" />
    </Entry>
  )
}
