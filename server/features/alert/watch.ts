import { alertPauseMs, isAlertReached } from '#contract/alert/alert.ts'
import type { AlertRow } from './rows.ts'

/**
 * Alerts of one pair that wait for the same move of the price, the first that is met at the end. Of the same price
 * those that are armed come last: the price reaches them, and must pass the others.
 */
type Queue = AlertRow[]
type PairQueues = { readonly rising: Queue; readonly falling: Queue }

/** An armed alert above waits for a rise and one below for a fall; an alert that has fired waits for the way back. */
const waitsForRise = ({ side, isArmed }: AlertRow) => (side === 'above') === isArmed
const armedLast = (a: AlertRow, b: AlertRow) => Number(a.isArmed) - Number(b.isArmed)
/** True if the price has done what the alert waits for: to be reached, or to be left. */
const isDue = ({ side, price, isArmed }: AlertRow, last: number) => isAlertReached(side, price, last) === isArmed

/**
 * Finds the alerts that a price concerns without looking at the others. The queues are derived from the table: those of
 * a pair are forgotten when a command that changed them is rolled back, and built again.
 */
export function createWatch(rowsOf: (pair: number) => readonly AlertRow[]) {
  const pairs = new Map<number, PairQueues>()
  /** Where the rows of this price begin, or those of it that are armed. */
  const placeIn = (queue: Queue, price: number, isRising: boolean, isArmed: boolean) => {
    let [low, high] = [0, queue.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const other = queue[middle]
      const apart = ((other?.price ?? 0) - price) * (isRising ? 1 : -1)
      if (apart > 0 || (apart === 0 && isArmed && other?.isArmed === false)) low = middle + 1
      else high = middle
    }
    return low
  }
  const queueOf = (row: AlertRow) => {
    const isRising = waitsForRise(row)
    const queue = pairs.get(row.pair)?.[isRising ? 'rising' : 'falling']
    return queue === undefined ? null : { queue, at: placeIn(queue, row.price, isRising, row.isArmed) }
  }
  const build = (pair: number): PairQueues => {
    const rows = rowsOf(pair)
    const built = {
      rising: rows.filter(waitsForRise).toSorted((a, b) => b.price - a.price || armedLast(a, b)),
      falling: rows.filter((row) => !waitsForRise(row)).toSorted((a, b) => a.price - b.price || armedLast(a, b)),
    }
    pairs.set(pair, built)
    return built
  }
  const takeFrom = (queue: Queue, last: number, most: number, into: AlertRow[]) => {
    for (let row = queue.at(-1); row !== undefined && into.length < most && isDue(row, last); row = queue.at(-1)) {
      queue.pop()
      into.push(row)
    }
  }
  const isFirstDue = (queue: Queue, last: number) => {
    const row = queue.at(-1)
    return row !== undefined && isDue(row, last)
  }
  return {
    /** A row was stored. */
    add: (row: AlertRow) => {
      const found = queueOf(row)
      found?.queue.splice(found.at, 0, row)
    },
    /** A row is about to be replaced or removed. */
    remove: (row: AlertRow) => {
      const found = queueOf(row)
      const at = found?.queue.indexOf(row, found.at) ?? -1
      if (at >= 0) found?.queue.splice(at, 1)
    },
    /** What is known of a pair may be wrong, because a command was rolled back. */
    forget: (pair: number) => void pairs.delete(pair),
    /** True if this price concerns at least one alert. */
    concerns: (pair: number, last: number): boolean => {
      const { rising, falling } = pairs.get(pair) ?? build(pair)
      return isFirstDue(rising, last) || isFirstDue(falling, last)
    },
    /** Takes up to `most` rows that this price concerns; whoever takes them stores them anew, or forgets the pair. */
    take: (pair: number, last: number, most: number): AlertRow[] => {
      const { rising, falling } = pairs.get(pair) ?? build(pair)
      const taken: AlertRow[] = []
      takeFrom(rising, last, most, taken)
      takeFrom(falling, last, most, taken)
      return taken
    },
  }
}
export type Watch = ReturnType<typeof createWatch>

/** True if the alert, which the price has reached, tells its owner: not again within the pause. */
export const mayTell = ({ firedAt }: Pick<AlertRow, 'firedAt'>, now: number) =>
  firedAt === null || now - firedAt >= alertPauseMs
