/** One price as a source says it: in the coin it quotes in, with its own instant if it tells one. */
export type Said = { readonly symbol: string; readonly price: number; readonly atMs: number | null }
/**
 * What one message is: prices, a sign of life, a refusal of what was asked; null when it is none of the documented
 * ones.
 */
type Heard =
  | { readonly type: 'prices'; readonly prices: readonly Said[] }
  | { readonly type: 'alive' }
  | { readonly type: 'refused'; readonly why: string }
  | null

/** A public source of prices: where it is, how it is asked, what its messages say. */
export type Source = {
  readonly name: string
  /** Scheme and host; another one may be given in its place. */
  readonly base: string
  readonly path: string
  /** Its symbol for each of our markets that it trades. */
  readonly symbols: Readonly<Record<string, string>>
  /**
   * Its symbol for USDT in dollars when it quotes in dollars: what it says is divided by that. Null when it quotes in
   * USDT.
   */
  readonly rate: string | null
  readonly subscribe: (symbols: readonly string[], atMs: number) => readonly string[]
  /** Reads a message that was JSON. */
  readonly read: (message: unknown) => Heard
  /** What keeps the line open from our side; `answer` is what comes back when that is no JSON. */
  readonly ping: { readonly everyMs: number; readonly text: (atMs: number) => string; readonly answer?: string } | null
}

/** Symbols of the markets of these coins against USDT. */
export const symbolsOf = (
  coins: readonly string[],
  symbolOf: (coin: string) => string,
): Readonly<Record<string, string>> => Object.fromEntries(coins.map((coin) => [`${coin}-USDT`, symbolOf(coin)]))

/** The coins of the venue's markets, in its order. */
export const allCoins = ['BTC', 'ETH', 'SOL', 'XRP', 'DOGE', 'LTC', 'TRX', 'BNB'] as const
export const alive: Heard = { type: 'alive' }
export const refused = (why: unknown): Heard => ({
  type: 'refused',
  why: typeof why === 'string' ? why.slice(0, 200) : 'no reason given',
})
/** Prices out of the rows of a message; a message without a single readable row is none. */
export function pricesOf(rows: readonly (Said | null)[]): Heard {
  const prices = rows.filter((row) => row !== null)
  return prices.length ? { type: 'prices', prices } : null
}
