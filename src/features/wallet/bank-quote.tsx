import { assets } from '#contract/assets.ts'
import type { Quote, QuoteKind } from '#contract/assets-moves.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { useQuote } from '#src/actors/use-quote.ts'
import { useServices } from '#src/actors/services.tsx'
import { useConfig } from '#src/stores/config.ts'

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
      request.change(assets.quote, { kind, from: isOut ? baseCoin.id : fiat, to: isOut ? fiat : baseCoin.id, num: amount, ...(account !== undefined && { account_id: account }) }, key),
  })
}
