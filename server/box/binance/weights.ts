import { numberOf, WireError, type Fields } from './ports.ts'

const minuteMs = 60_000
/** What the other exchange counts in a minute at most. */
export const weightLimit = 6000
type Weight = number | ((fields: Fields) => number)
const bySymbol =
  (one: number, all: number): Weight =>
  ({ symbol }) =>
    symbol === undefined ? all : one
const depthWeight: Weight = (fields) => {
  const limit = numberOf(fields, 'limit', 100)
  return limit <= 100 ? 5 : limit <= 500 ? 25 : limit <= 1000 ? 50 : 250
}
/** Of those calls that do not count as one. */
const weights: Readonly<Record<string, Weight>> = {
  'GET exchangeInfo': 20,
  'GET depth': depthWeight,
  'GET trades': 25,
  'GET aggTrades': 4,
  'GET klines': 2,
  'GET ticker/24hr': bySymbol(2, 80),
  'GET ticker/price': bySymbol(2, 4),
  'GET ticker/bookTicker': bySymbol(2, 4),
  'GET account': 20,
  'GET account/commission': 20,
  'GET order': 4,
  'GET openOrders': bySymbol(6, 80),
  'GET allOrders': 20,
  'GET myTrades': 20,
  'POST userDataStream': 2,
  'PUT userDataStream': 2,
  'DELETE userDataStream': 2,
}
/** Counts as the other exchange does, by the time of the box; `times` is how much more than there is allowed. */
export function createWeights(now: () => number, times: number) {
  let [minute, used] = [-1, 0]
  return {
    /** Refuses what is more than a minute holds; answers how much of it is used. */
    take: (place: string, fields: Fields): number => {
      const at = Math.floor(now() / minuteMs)
      if (at !== minute) [minute, used] = [at, 0]
      const weight = weights[place] ?? 1
      used += typeof weight === 'number' ? weight : weight(fields)
      if (used > weightLimit * times) throw new WireError(-1003, 'Too much request weight used.', 429)
      return used
    },
    used: () => used,
  }
}
