import { fieldsOf, flagOf, nameOfKey, readStored, textOf, writeStored } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** A point of a drawn line: an instant in seconds, which no period of the bars changes, and a price at a tick. */
export type DrawnPoint = { readonly time: number; readonly price: string }
/** A line the user has drawn. */
export type DrawnLine =
  | { readonly id: string; readonly kind: 'horizontal'; readonly price: string }
  | { readonly id: string; readonly kind: 'trend'; readonly from: DrawnPoint; readonly to: DrawnPoint }
type Held = {
  /** By market, the one changed last at the end. */
  readonly markets: ReadonlyMap<string, readonly DrawnLine[]>
  /** The own orders, contracts and trades are shown. */
  readonly isOwnShown: boolean
  /** The price axis reaches as far as the own lines. */
  readonly isFitted: boolean
}
type Change = {
  /** Adds a line, or replaces the one with its id. Nothing changes when the market is full. */
  readonly put: (market: string, line: DrawnLine) => void
  readonly drop: (market: string, id: string) => void
  readonly clear: (market: string) => void
  readonly choose: (part: Partial<Pick<Held, 'isOwnShown' | 'isFitted'>>) => void
}

const name = 'chart-drawings'
const version = 1
/** What one market holds, and how many markets; the one changed longest ago goes first. */
export const maxLines = 30
const maxMarkets = 40
const marketName = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/
const priceText = /^(0|[1-9]\d{0,17})(\.\d{1,8})?$/
const first: Held = { markets: new Map(), isOwnShown: true, isFitted: false }
const none: readonly DrawnLine[] = []

const priceOf = (raw: unknown) => (typeof raw === 'string' && priceText.test(raw) ? raw : null)
const pointOf = (raw: unknown): DrawnPoint | null => {
  const { time, price: text } = fieldsOf(raw) ?? {}
  const price = priceOf(text)
  return typeof time === 'number' && Number.isSafeInteger(time) && price !== null ? { time, price } : null
}
const lineOf = (raw: unknown): readonly DrawnLine[] => {
  const fields = fieldsOf(raw) ?? {}
  const id = textOf(fields['id'])
  if (id === null) return []
  if (fields['kind'] === 'horizontal') {
    const price = priceOf(fields['price'])
    return price === null ? [] : [{ id, kind: 'horizontal', price }]
  }
  const [from, to] = [pointOf(fields['from']), pointOf(fields['to'])]
  return fields['kind'] !== 'trend' || from === null || to === null ? [] : [{ id, kind: 'trend', from, to }]
}
/** A line that cannot be read costs only itself. */
const read = (raw: unknown): Held | null => {
  const fields = fieldsOf(raw)
  if (fields === null || fields['version'] !== version || !Array.isArray(fields['markets'])) return null
  const markets = fields['markets'].flatMap((each): [string, readonly DrawnLine[]][] => {
    const { market, lines } = fieldsOf(each) ?? {}
    return typeof market === 'string' && marketName.test(market) && Array.isArray(lines)
      ? [[market, lines.slice(0, maxLines).flatMap(lineOf)]]
      : []
  })
  return {
    markets: new Map(markets.slice(-maxMarkets)),
    isOwnShown: flagOf(fields['isOwnShown']) ?? first.isOwnShown,
    isFitted: flagOf(fields['isFitted']) ?? first.isFitted,
  }
}
const stored = () => readStored(name, read) ?? first
const store = ({ markets, isOwnShown, isFitted }: Held) =>
  writeStored(name, {
    version,
    isOwnShown,
    isFitted,
    markets: [...markets].map(([market, lines]) => ({ market, lines })),
  })

/**
 * What is drawn on the charts of this device, and what of it is shown; stored over reloads and shared with other tabs.
 */
export const useChartDrawings = create<Held & Change>()((change, now) => {
  const take = (part: Partial<Held>) => {
    change(part)
    store(now())
  }
  const keep = (market: string, lines: readonly DrawnLine[]) => {
    const others = [...now().markets].filter(([each]) => each !== market)
    take({ markets: new Map(lines.length === 0 ? others : [...others, [market, lines] as const].slice(-maxMarkets)) })
  }
  return {
    ...stored(),
    put: (market, line) => {
      const lines = linesIn(now(), market)
      const at = lines.findIndex(({ id }) => id === line.id)
      if (at >= 0) keep(market, lines.with(at, line))
      else if (lines.length < maxLines) keep(market, [...lines, line])
    },
    drop: (market, id) =>
      keep(
        market,
        linesIn(now(), market).filter((line) => line.id !== id),
      ),
    clear: (market) => keep(market, none),
    choose: take,
  }
})
/** The lines of one market, in the order in which they were drawn; the same array while they are unchanged. */
export const linesIn = ({ markets }: Pick<Held, 'markets'>, market: string): readonly DrawnLine[] =>
  markets.get(market) ?? none

addEventListener('storage', ({ key }) => {
  if (nameOfKey(key) === name) useChartDrawings.setState(stored())
})
