import { parseDec } from '#contract/wire/money.ts'
import type { OptionRow, PeriodRow, RoundRow, SeriesRow } from '#server/features/option/rows.ts'
import type { Pair } from '#server/features/market/rows.ts'
import type { LedgerWatch, OnBreach } from './watch-ledger.ts'
import { lifeMs, promised, type MarksWatch } from './watch-marks.ts'
import { trimmedMean } from './trimmed-mean.ts'

const entryLifeMs = 2000
const minCoverage = 0.95
const resultsKept = 4000
const unitsOf = (text: string) => parseDec(text.replace('-', '')) * (text.startsWith('-') ? -1n : 1n)
const textOf = (ticks: number, scale: number) => {
  const digits = String(ticks).padStart(scale + 1, '0')
  return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}
type Ports = {
  ledger: LedgerWatch
  marks: MarksWatch
  pairOf: (id: number) => Pair | undefined
  isVerified: (user: number) => boolean
  count: (name: string) => void
  onBreach: OnBreach
  cap: bigint
}

/** Follows rounds and stakes as they are written, settles each again from its own record of prices: O1 to O9. */
export function watchRounds({ ledger, marks, pairOf, isVerified, count, onBreach, cap }: Ports) {
  const periods = new Map<number, PeriodRow>()
  const series = new Map<string, SeriesRow>()
  const nextOf = new Map<string, number>()
  const results = new Map<string, RoundRow>()
  const open = new Map<number, OptionRow>()
  const ended = new Set<number>()
  const worst = new Map<string, bigint>()
  let ending: { row: OptionRow; before: OptionRow | undefined }[] = []

  const openAt = ({ origin, seconds }: SeriesRow, no: number) => origin + (no - 1) * seconds * 1000
  const seriesOf = ({ pair, seconds }: Pick<OptionRow, 'pair' | 'seconds'>) =>
    series.get(`${pairOf(pair)?.market}|${seconds}`)
  const winOf = ({ stake, ratio }: OptionRow) => (parseDec(stake) * parseDec(ratio)) / 10n ** 10n
  const sideOf = ({ round, type, coin }: OptionRow) => `${round} ${type} ${coin}`
  const weigh = (row: OptionRow, sign: bigint) => {
    const sum = (worst.get(sideOf(row)) ?? 0n) + sign * (parseDec(row.stake) + winOf(row))
    if (sum === 0n) worst.delete(sideOf(row))
    else worst.set(sideOf(row), sum)
    return sum
  }
  const checkBegin = (row: OptionRow, at: string) => {
    const own = seriesOf(row)
    const period = periods.get(row.seconds)
    if (!own || !period) return onBreach('O1', at)
    const from = openAt(own, row.no)
    const until = from + row.seconds * 1000
    if (
      row.closeAt !== until ||
      row.round !== `${own.market}_${row.seconds}_${row.no}` ||
      row.no < (nextOf.get(own.id) ?? 1)
    )
      onBreach('O1', at)
    const now = marks.now()
    if (row.acceptedAt !== now || now < from || now >= until - period.lockSeconds * 1000) onBreach('O2', at)
    if (!isVerified(row.user) || parseDec(row.stake) < parseDec(period.min)) onBreach('O9', at)
    if (row.entry !== null) onBreach('O7', at)
    if (weigh(row, 1n) > cap) onBreach('O8', sideOf(row))
    return undefined
  }
  /** The first price after the wait is the entry; the venue may neither pass it over nor wait longer for one. */
  const checkEntry = (row: OptionRow, before: OptionRow | undefined, at: string) => {
    if (before?.entry && row.entry?.[2] !== before.entry[2]) onBreach('O7', at)
    if (before?.entry) return
    const after = row.acceptedAt + promised.option.entryDelayMs
    const [first] = marks.within(pairOf(row.pair)?.market ?? '', after, after + entryLifeMs)
    if (
      row.entry === null
        ? row.status === 'closed' && first
        : first?.id !== row.entry[2] || first.price !== row.entry[1] || first.at !== row.entry[0]
    )
      onBreach('O7', at)
  }
  const checkEnd = (row: OptionRow, at: string) => {
    const { receipt, entry } = row
    const won = row.result === 'win' ? winOf(row) : row.result === 'loss' ? -parseDec(row.stake) : 0n
    const due = row.reason === null ? won - parseDec(row.fee) : 0n
    if (
      ledger.sumsOf(at).net !== due ||
      ledger.leftOf(at) !== 0n ||
      (row.reason === null && unitsOf(row.profit) !== won)
    )
      onBreach('O5', at)
    const result = results.get(row.round)
    if (row.reason === 'no_entry' ? entry !== null : row.reason !== (result?.reason ?? null) || !result)
      onBreach('O3', at)
    if (row.reason !== null || !entry || !result?.price) return
    if (receipt?.delivery?.price !== result.price) onBreach('O3', at)
    const end = Number(result.price.replace('.', ''))
    const side = end === entry[1] ? 'even' : end > entry[1] ? 'call' : 'put'
    const must = side === row.type ? 'win' : side === 'even' ? 'draw' : 'loss'
    if (receipt?.outcome !== side || row.result !== must) onBreach('O4', at)
  }
  /** What a round must end on, by our own record. */
  const resultOf = ({ market, seconds }: SeriesRow, closeAt: number) => {
    const from = closeAt - seconds * 1000
    const own = marks.within(market, from, closeAt)
    const last = own.at(-1)
    const covered = new Set(own.map(({ at }) => Math.ceil((at - from) / 1000))).size
    const means = Array.from({ length: Math.min(60, Math.floor(seconds / 6)) }, (_, n) => {
      const end = closeAt - n * 1000
      const seen = own.filter(({ at }) => at <= end).at(-1)
      return seen && end - seen.at <= lifeMs ? seen.price : null
    })
    const isWhole = means.every((price) => price !== null)
    const mean = isWhole ? trimmedMean(means) : last?.price
    const reason =
      !last || closeAt - last.at > lifeMs ? 'stale' : covered < seconds * minCoverage || !isWhole ? 'gap' : null
    return { last: last && { ...last, price: mean ?? last.price }, reason }
  }
  const readRound = (row: RoundRow) => {
    const own = series.get(row.series)
    const next = nextOf.get(row.series) ?? 1
    if (!own) return onBreach('O1', row.id)
    if (row.no < next) onBreach('O6', row.id)
    // A number may be passed over only if the venue slept through it: nobody had a stake, and there was no price.
    const isSlept = row.no === next || marks.within(own.market, openAt(own, next), openAt(own, row.no)).length === 0
    const isStaked = row.no > next && [...open.values()].some((each) => seriesOf(each) === own && each.no < row.no)
    if (
      !isSlept ||
      isStaked ||
      row.closeAt !== openAt(own, row.no + 1) ||
      row.id !== `${own.market}_${own.seconds}_${row.no}` ||
      marks.now() <= row.closeAt
    )
      onBreach('O1', row.id)
    const { last, reason } = resultOf(own, row.closeAt)
    const price = last ? textOf(last.price, pairOf(own.pair)?.priceScale ?? 0) : null
    if (row.reason !== reason || row.price !== price || row.tick !== (last?.id ?? null))
      onBreach('O3', `${row.id}: ${row.reason} ${row.price}, not ${reason} ${price}`)
    nextOf.set(row.series, row.no + 1)
    results.set(row.id, row)
    const [oldest] = results.size > resultsKept ? results.keys() : []
    if (oldest !== undefined) results.delete(oldest)
    count(`round ${row.reason ?? 'settled'}`)
    return undefined
  }
  const readOrder = (row: OptionRow) => {
    const at = `option:${row.id}`
    const before = open.get(row.id)
    if (ended.has(row.id) || (before && row.rev <= before.rev)) onBreach('O6', at)
    if (!before && !ended.has(row.id)) checkBegin(row, at)
    checkEntry(row, before, at)
    open.set(row.id, row)
    if (row.status === 'closed') ending.push({ row, before })
    else if (ledger.leftOf(at) !== parseDec(row.stake)) onBreach('O6', at)
    count(
      `option ${row.status}${row.reason === null ? '' : ` void ${row.reason}`}` +
        (row.result === null ? '' : ` ${row.result}`),
    )
  }
  const orderOf = (body: string): OptionRow => JSON.parse(body)
  const roundOf = (body: string): RoundRow => JSON.parse(body)
  const seriesRow = (body: string): SeriesRow => JSON.parse(body)
  const periodRow = (body: string): PeriodRow => JSON.parse(body)
  return {
    readers: {
      option_periods: (body: string) => void periods.set(periodRow(body).seconds, periodRow(body)),
      option_series: (body: string) => void series.set(seriesRow(body).id, seriesRow(body)),
      option_orders: (body: string) => readOrder(orderOf(body)),
      option_rounds: (body: string) => readRound(roundOf(body)),
    },
    settle: () => {
      for (const { row } of ending) {
        checkEnd(row, `option:${row.id}`)
        weigh(row, -1n)
        open.delete(row.id)
        ended.add(row.id)
        ledger.forget(`option:${row.id}`)
      }
      ending = []
    },
    /** Whether a round of this market and length can be bought at this instant: told by the clock alone. */
    isOpen: (pair: number, seconds: number) => {
      const own = seriesOf({ pair, seconds })
      const lock = (periods.get(seconds)?.lockSeconds ?? 0) * 1000
      const since = own ? marks.now() - own.origin : -1
      return since >= 0 && since % (seconds * 1000) < seconds * 1000 - lock
    },
  }
}
