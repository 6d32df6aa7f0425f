import { assets } from '#contract/assets/assets.ts'
import type { Quote, QuoteKind } from '#contract/assets/assets-moves.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useQuote, type Quoted } from '#src/actors/use-quote.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useConfig } from '#src/stores/config.ts'
import { useTranslation } from 'react-i18next'
import styles from './wallet.module.css'

/** The currencies in which the venue takes and pays bank money. */
export const useFiats = () => useConfig(({ setting }) => setting?.fiats) ?? []

type Asked = { readonly kind: QuoteKind; readonly fiat: string; readonly amount: string; readonly account?: string }
/** A quote for bank money: fiat for coins, or coins for fiat. Nothing is asked while there is no amount. */
export function useBankQuote({ kind, fiat, amount, account }: Asked) {
  const { request } = useServices()
  const isOut = kind === 'bank_out'
  return useQuote<Quote>({
    about: amount === '' || fiat === '' ? null : `${kind}:${fiat}:${account ?? ''}:${amount}`,
    ask: (key) =>
      request.change(
        assets.quote,
        {
          kind,
          from: isOut ? baseCoin.id : fiat,
          to: isOut ? fiat : baseCoin.id,
          num: amount,
          ...(account !== undefined && { account_id: account }),
        },
        key,
      ),
  })
}

type ResultProps = { readonly quoted: Pick<Quoted<Quote>, 'quote' | 'former'>; readonly unit: string }
/** What a quote comes to. One that is over stays readable beside the next one, so that nobody misses a change. */
export function QuotedResult({ quoted: { quote, former }, unit }: ResultProps) {
  const { t } = useTranslation('wallet')
  const shown = useNumbers()
  const isOther = former !== null && former.result !== quote?.result
  return (
    <>
      {isOther && (
        <s className={styles.former} aria-label={t('quoteBefore', { amount: shown.money(former.result, unit) })}>
          {shown.money(former.result, unit)}
        </s>
      )}
      {isOther && ' '}
      {quote === null ? !isOther && '—' : shown.money(quote.result, unit)}
    </>
  )
}

/** Opens the review on a quote that is held; over or refused, it is asked for again. */
export const orRenew = ({ state, renew }: Pick<Quoted<Quote>, 'state' | 'renew'>, open: () => void) => {
  if (state === 'held') return open()
  if (state === 'lapsed' || state === 'failed') renew()
}
