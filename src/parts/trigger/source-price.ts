import { heldLast } from '#contract/trigger/trigger-terms.ts'
import { fixedDec, parseDec } from '#contract/wire/money.ts'
import type { TriggerSource } from '#contract/wire/orders.ts'

export const sources: readonly TriggerSource[] = ['last', 'mark', 'index']
/** The source that was chosen. */
export const sourceOf = (text: string, otherwise: TriggerSource = 'mark') =>
  sources.find((source) => source === text) ?? otherwise

/** What the price of a source is now, as the venue counts it; the last trade only near the mark. */
export function sourcePrice(
  source: TriggerSource,
  {
    last,
    quote,
    scale,
  }: {
    readonly last: string | null
    readonly quote: { readonly mark: string; readonly index: string } | null
    readonly scale: number
  },
): string | null {
  if (quote === null) return source === 'last' ? last : null
  if (source !== 'last') return quote[source]
  if (last === null) return quote.mark
  const ticks = (text: string) => Number(parseDec(text, scale))
  return fixedDec(BigInt(heldLast(ticks(last), ticks(quote.mark))), scale)
}
