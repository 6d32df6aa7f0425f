import { Box } from '#src/ui/box.tsx'
import type { Quote, QuoteKind } from '#contract/assets/assets-moves.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import type { Quoted } from '#src/actors/use-quote.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { QuoteBar } from '#src/parts/quote-bar.tsx'
import { useConfig } from '#src/stores/config.ts'
import { useTranslation } from 'react-i18next'
import type { Say } from './use-coins.ts'

/** The currencies in which the venue takes and pays bank money. */
export const useFiats = () => useConfig(({ setting }) => setting?.fiats) ?? []

type Asked = { readonly kind: QuoteKind; readonly fiat: string; readonly amount: string; readonly account?: string }
/** What is asked for bank money: fiat for coins, or coins for fiat. Nothing while there is no amount. */
export const bankQuote = ({ kind, fiat, amount, account }: Asked) =>
  amount === '' || fiat === ''
    ? null
    : {
        kind,
        from: kind === 'bank_out' ? baseCoin.id : fiat,
        to: kind === 'bank_out' ? fiat : baseCoin.id,
        num: amount,
        ...(account !== undefined && { account_id: account }),
      }

type Shown = {
  readonly quoted: Quoted<Quote>
  readonly t: Say
  readonly shown: Numbers
  readonly fiat: string
  /** What is received. */
  readonly unit: string
}
/** Fee and receipt of a bank form; before them the price, in its review after them the quote itself. */
export const quotedFacts = ({ quoted, t, shown, unit }: Omit<Shown, 'fiat'>) => [
  {
    name: t('fee'),
    value: quoted.quote === null ? '—' : shown.cost(quoted.quote.fee, baseCoin.name, 'fine'),
  },
  { name: t('receive'), value: <QuotedResult quoted={quoted} unit={unit} />, isStrong: true },
]
export const priceFact = ({ quoted, t, shown, fiat }: Omit<Shown, 'unit'>, known?: string) => {
  const price = quoted.quote?.price ?? known
  return {
    name: t('bank.price'),
    value: price === undefined ? '—' : `1 ${baseCoin.name} = ${shown.rate(price, fiat)} ${fiat}`,
  }
}
export const quoteFact = ({ quoted, t }: Pick<Shown, 'quoted' | 't'>) => ({
  name: t('quote'),
  value: <QuoteBar quoted={quoted} />,
})

type ResultProps = { readonly quoted: Pick<Quoted<Quote>, 'quote' | 'former'>; readonly unit: string }
/** What a quote comes to. One that is over stays readable beside the next one, so that nobody misses a change. */
export function QuotedResult({ quoted: { quote, former }, unit }: ResultProps) {
  const { t } = useTranslation('wallet')
  const shown = useNumbers()
  const isOther = former !== null && former.result !== quote?.result
  return (
    <>
      {isOther && (
        <Box as="s" tone={2} weight="plain" aria-label={t('quoteBefore', { amount: shown.money(former.result, unit) })}>
          {shown.money(former.result, unit)}
        </Box>
      )}
      {isOther && ' '}
      {quote === null ? !isOther && '—' : shown.money(quote.result, unit)}
    </>
  )
}
