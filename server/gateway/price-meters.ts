import { Counter, Gauge, type Registry } from 'prom-client'

/** What the sources of prices are like at the moment. */
export type PriceFigures = {
  readonly prices: readonly {
    readonly market: string
    readonly source: string
    readonly state: string
    readonly ageMs: number | null
  }[]
  /** What has happened on each source's line since the start, by name. */
  readonly lines: readonly { readonly source: string; readonly counts: Readonly<Record<string, number>> }[]
}

/** State and age of each source's prices, read when somebody asks; `follow` says where they are read. */
export function createPriceMeters(registers: Registry[]) {
  let read: () => PriceFigures = () => ({ prices: [], lines: [] })
  const states: Gauge = new Gauge({
    name: 'kontor_price_source_state',
    help: '1 for the state a source is in on a market',
    labelNames: ['source', 'market', 'state'],
    registers,
    collect: () => {
      states.reset()
      for (const { source, market, state } of read().prices) states.set({ source, market, state }, 1)
    },
  })
  const ages: Gauge = new Gauge({
    name: 'kontor_price_source_age_seconds',
    help: 'How old the last price of a source is on a market',
    labelNames: ['source', 'market'],
    registers,
    collect: () => {
      ages.reset()
      for (const { source, market, ageMs } of read().prices)
        if (ageMs !== null) ages.set({ source, market }, ageMs / 1000)
    },
  })
  const events: Counter = new Counter({
    name: 'kontor_price_source_events_total',
    help: 'Lines lost, messages unreadable, refused, late or ahead of the clock',
    labelNames: ['source', 'event'],
    registers,
    collect: () => {
      events.reset()
      for (const { source, counts } of read().lines)
        for (const [event, count] of Object.entries(counts)) events.inc({ source, event }, count)
    },
  })
  return {
    follow: (figures: () => PriceFigures) => {
      read = figures
    },
  }
}
