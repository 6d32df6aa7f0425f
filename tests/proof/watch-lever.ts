import { parseDec } from '#contract/wire/money.ts'
import { leverRowOf, type HouseRow, type LeverRow } from '#server/features/lever/rows.ts'
import type { Pair } from '#server/features/market/rows.ts'
import type { LedgerWatch, OnBreach } from './watch-ledger.ts'
import { promised, type MarksWatch } from './watch-marks.ts'

const one = 10n ** 8n
const burst = parseDec(promised.lever.burstHazardRate)
const far = (a: bigint, b: bigint) => (a > b ? a - b : b - a)
const signed = ({ side }: Pick<LeverRow, 'side'>, amount: bigint) => (side === 'long' ? amount : -amount)
const steps: Readonly<Record<string, readonly string[]>> = {
  new: ['pending', 'trading'],
  pending: ['pending', 'trading', 'closed', 'cancelled'],
  trading: ['trading', 'closed'],
}
type Ports = {
  ledger: LedgerWatch
  marks: MarksWatch
  pairOf: (id: number) => Pair | undefined
  isVerified: (user: number) => boolean
  count: (name: string) => void
  onBreach: OnBreach
}

/**
 * Follows contracts as they are written, with sums of its own: P1 to P7, L10 of the fee, and that only who is verified
 * has one.
 */
export function watchLever({ ledger, marks, pairOf, isVerified, count, onBreach }: Ports) {
  const open = new Map<number, LeverRow>()
  const ended = new Set<number>()
  /** Those that their owner closed, for as long as the mark may move the closing price. */
  const tails = new Map<number, LeverRow>()
  /** When stops came to stand: by our clock, not by what is written. */
  const stopsSince = new Map<number, number>()
  const lots = new Map<number, number>()
  const house = new Map<number, number>()
  /** What a group has begun, how it found the others, and the parts it closed of either. */
  const begun = new Map<number, LeverRow>()
  const reduced = new Map<number, LeverRow>()
  let parts: LeverRow[] = []
  /** Fee and nights of parts, which were paid under the name of what they were split from. */
  const paidFor = new Map<number, bigint>()
  let ending: { row: LeverRow; before: LeverRow | undefined }[] = []
  const touched = new Set<number>()

  const markOf = (pair: number) => marks.markOf(pair)?.price ?? 0n
  const worthOf = (row: LeverRow) => row.margin + signed(row, (markOf(row.pair) - row.price) * row.number) / one
  const isRight = ({ side, takeProfit, stopLoss }: LeverRow, from: bigint) => {
    const [low, high] = side === 'long' ? [stopLoss, takeProfit] : [takeProfit, stopLoss]
    return (low === 0n || low < from) && (high === 0n || high > from)
  }
  const checkStops = (row: LeverRow, before: LeverRow | undefined, at: string) => {
    const isNew = !before || before.takeProfit !== row.takeProfit || before.stopLoss !== row.stopLoss
    const mark = marks.markOf(row.pair)
    // An entry that fires beyond what is to protect it opens; that its stop fires at the next tick is seen by TR-3.
    const isByTrigger = before === undefined && row.rev > 1
    if (isNew && !isByTrigger && !isRight(row, row.status === 'pending' || !mark ? row.price : mark.price))
      onBreach('P6', at)
    if (isNew || before.status !== row.status) stopsSince.set(row.id, marks.now())
  }
  const checkBegin = (row: LeverRow, at: string) => {
    const worth = row.price * row.number
    const multiple = BigInt(row.multiple) * one
    if (row.firstMargin * multiple < worth || (row.firstMargin - 1n) * multiple >= worth) onBreach('P1', at)
    if (
      !Number.isInteger(row.lots) ||
      row.lots < 1 ||
      row.number !== BigInt(row.lots) * parseDec(pairOf(row.pair)?.leverShare ?? '0')
    )
      onBreach('P5', at)
    // Rounded once, against the owner, by less than a unit.
    const exact = worth * parseDec(pairOf(row.pair)?.leverFee ?? '0')
    const unit = one * one * 100n
    if (row.fee * unit < exact || (row.fee - 1n) * unit >= exact) onBreach('L10', at)
    if (!isVerified(row.user)) onBreach('K1', at)
  }
  /**
   * By force at the mark; otherwise no better than the mark, and no worse than a thin book, a full market and the
   * spread explain.
   */
  const isFillRight = ({ side, reason, closePrice, pair }: LeverRow, mark: bigint) => {
    const worse = signed({ side }, mark - (closePrice ?? 0n))
    return reason === 'liquidated'
      ? worse === 0n
      : worse >= 0n && worse <= (mark * 7n) / 1000n + parseDec(pairOf(pair)?.spread ?? '0') + 1n
  }
  /**
   * A limit that has opened: at its limit or better, never better than the market, and for no more than was set aside.
   */
  const checkEntry = (row: LeverRow, waited: LeverRow, at: string) => {
    const mark = markOf(row.pair)
    const spread = parseDec(pairOf(row.pair)?.spread ?? '0')
    const worse = signed(row, row.price - mark)
    if (
      row.haircut === 0n &&
      (signed(row, row.price - waited.price) > 0n || worse < spread || worse > (mark * 7n) / 1000n + spread + 1n)
    )
      onBreach('LIM-1', at)
    if (row.firstMargin > waited.margin || row.fee > waited.fee) onBreach('LIM-1', at)
    count('entry opened')
  }
  const costOf = ({ id, partOf, fee, nightMoney }: LeverRow) =>
    partOf === null ? fee + nightMoney + (paidFor.get(id) ?? 0n) : 0n
  const sumOf = (row: LeverRow): LeverRow => {
    const own = parts.filter(({ partOf }) => partOf === row.id)
    const total = (of: (each: LeverRow) => bigint) => own.reduce((sum, each) => sum + of(each), of(row))
    return {
      ...row,
      lots: own.reduce((sum, { lots: each }) => sum + each, row.lots),
      number: total(({ number }) => number),
      firstMargin: total(({ firstMargin }) => firstMargin),
      fee: total(({ fee }) => fee),
    }
  }
  /** Parts and rest together are what there was, to the unit; each has lots of its own size. */
  const checkParts = () => {
    for (const { partOf, fee, nightMoney } of parts)
      if (partOf !== null) paidFor.set(partOf, (paidFor.get(partOf) ?? 0n) + fee + nightMoney)
    for (const row of begun.values()) checkBegin(sumOf(row), `lever:${row.id}`)
    for (const [id, was] of reduced) {
      const now = open.get(id) ?? ending.find(({ row }) => row.id === id)?.row
      if (!now || parts.every(({ partOf }) => partOf !== id)) continue
      const sum = sumOf(ending.find(({ row }) => row.id === id)?.row ?? now)
      // An entry that has opened in this group costs what its opening price says.
      const isSameCost = was.status === 'pending' || (sum.firstMargin === was.firstMargin && sum.fee === was.fee)
      const isWhole = sum.lots === was.lots && sum.number === was.number && isSameCost
      if (!isWhole || now.number * BigInt(was.lots) !== was.number * BigInt(now.lots)) onBreach('P10', `lever:${id}`)
    }
    for (const { partOf } of parts)
      if (partOf === null || (!reduced.has(partOf) && !begun.has(partOf))) onBreach('P10', `part of ${partOf}`)
  }
  const checkClose = (row: LeverRow, before: LeverRow | undefined, at: string) => {
    const mark = marks.markOf(row.pair)
    const { net, house: houses, insured } = ledger.sumsOf(at)
    const moved = signed(row, ((row.closePrice ?? 0n) - row.price) * row.number)
    if (far(row.profit, moved / one) > 1n || row.profit * one > moved || houses !== -row.profit) onBreach('P2', at)
    if (net !== row.profit + insured - costOf(row) || insured < 0n || (insured > 0n && insured > -row.profit))
      onBreach(insured === 0n ? 'P2' : 'P3', at)
    const { free, held } = ledger.cellOf(`${row.user}|${row.quote}|lever`)
    if (insured > 0n) count('insurance paid')
    if (insured > 0n && (free !== 0n || held !== 0n)) onBreach('P3', `${at} insured, with ${free} and ${held} left`)
    if (!mark?.isFresh || !isFillRight(row, mark.price))
      onBreach('P7', `${at} closed at ${row.closePrice}, mark ${mark?.price}`)
    // By a trigger of another price, or of one that has gone back: that it has fired is seen beside the triggers.
    if ((row.reason !== 'stop_loss' && row.reason !== 'take_profit') || row.stopTrigger !== undefined) return
    const stop = row.reason === 'stop_loss' ? row.stopLoss : row.takeProfit
    const isDown = (row.side === 'long') === (row.reason === 'stop_loss')
    const isReached = stop !== 0n && mark && (isDown ? mark.price <= stop : mark.price >= stop)
    if (!isReached || before?.status !== 'trading' || mark.at <= (stopsSince.get(row.id) ?? 0)) onBreach('P6', at)
  }
  /** A mark of the first seconds after a closing takes from its owner, and from nobody else, at most so much. */
  const checkTail = (row: LeverRow, before: LeverRow, at: string) => {
    const { net, house: houses } = ledger.sumsOf(at)
    const paid = before.profit - row.profit
    const moved = signed(row, (before.closePrice ?? 0n) - (row.closePrice ?? 0n))
    const least = signed(row, (row.closePrice ?? 0n) - row.price) * row.number
    const isRight = far(row.profit, least / one) <= 2n && row.lead - before.lead === paid
    if (!isRight || paid < 0n || moved < 0n || net !== -paid || houses !== paid) onBreach('FILL-8', at)
    if (row.rev <= before.rev || moved * 200n > (before.closePrice ?? 0n)) onBreach('FILL-8', at)
    ledger.forget(at)
    count('lever tail')
  }
  /** Whether an account had to end: on its own marks, all of them fresh, before anything of this group was booked. */
  const checkForced = (user: number, quote: number) => {
    const at = `account ${user}|${quote}`
    const closing = ending.filter(({ row }) => row.user === user && row.quote === quote && row.status === 'closed')
    const now = new Map(ending.map(({ row }) => [row.id, row]))
    const legs: LeverRow[] = []
    for (const row of open.values()) {
      if (row.user !== user || row.quote !== quote || row.status !== 'trading') continue
      // What a mark ran ahead is taken before it is decided, and never makes a loss of a profit.
      const price = now.get(row.id)?.price ?? row.price
      const moved = signed(row, price - row.price)
      if (moved < 0n || (moved > 0n && signed(row, markOf(row.pair) - price) < 0n)) onBreach('P7', `${at} by its lead`)
      legs.push({ ...row, price })
    }
    for (const part of parts) if (part.user === user && part.quote === quote) legs.push({ ...part, status: 'trading' })
    // What waited counts: its hold comes back, or pays for the position it has become.
    const waited = ending.filter(
      ({ row, before }) => row.user === user && row.quote === quote && before?.status === 'pending',
    )
    for (const { row } of waited) if (row.status === 'closed') legs.push({ ...row, status: 'trading' })
    const idle = waited.reduce(
      (sum, { row }) => sum + row.margin + row.fee - (row.status === 'closed' ? row.firstMargin + row.fee : 0n),
      0n,
    )
    const free = ledger.freeBefore(`${user}|${quote}|lever`) + idle
    // One placed in this group may have come after it.
    const isLeft = ({ id, status }: LeverRow) => status === 'pending' && !begun.has(id) && !ended.has(id)
    if ([...open.values()].some((row) => row.user === user && row.quote === quote && isLeft(row))) onBreach('LIQ-2', at)
    // Each worth may be a unit more than the venue's, which rounds down.
    const equity = legs.reduce((sum, leg) => sum + worthOf(leg) - 1n, free)
    const margin = legs.reduce((sum, leg) => sum + leg.margin, 0n)
    const losses = closing
      .filter(({ row }) => row.reason !== 'liquidated')
      .map(({ before, row }) => (before ?? row).margin + row.profit)
      .filter((worth) => worth < 0n)
    count('account by force')
    // What one contract has lost beyond all that is free is carried by the others.
    if (losses.length > 0 && free + losses.reduce((a, b) => a + b - 1n, 0n) < 0n) return
    if (equity * 100n * one > burst * margin) onBreach('P7', `${at} had ${equity} on ${margin}`)
    if (legs.some((leg) => marks.markOf(leg.pair)?.isFresh !== true)) onBreach('P7', `${at} on old marks`)
  }

  return {
    read: (body: string) => {
      const row = leverRowOf(body)
      const at = `lever:${row.id}`
      const closed = tails.get(row.id)
      if (closed && row.status === 'closed') {
        tails.set(row.id, row)
        ended.add(row.id)
        return checkTail(row, closed, at)
      }
      // A part that was closed begins and ends in one group; it was trading as what it was split from.
      const origin = row.partOf === null ? undefined : (open.get(row.partOf) ?? begun.get(row.partOf))
      const before = open.get(row.id) ?? (origin && { ...row, status: origin.status, rev: 0 })
      if (
        ended.has(row.id) ||
        (before && row.rev <= before.rev) ||
        !steps[before?.status ?? 'new']?.includes(row.status)
      )
        onBreach('P5', at)
      if (row.partOf !== null) parts.push(row)
      if (!before) begun.set(row.id, row)
      else if (row.partOf === null) reduced.set(row.id, reduced.get(row.id) ?? before)
      if (before?.status === 'pending' && (row.status === 'trading' || row.status === 'closed'))
        checkEntry(row, before, at)
      if (row.status === 'closed' || row.status === 'cancelled') {
        ended.add(row.id)
        ending.push({ row, before })
      } else {
        if (ledger.leftOf(at) !== row.margin + (row.status === 'pending' ? row.fee : 0n) || row.status === 'closing')
          onBreach('P1', at)
        checkStops(row, before, at)
        if (row.status === 'trading' && before?.status !== 'trading') {
          lots.set(row.pair, (lots.get(row.pair) ?? 0) + Number(signed(row, BigInt(row.lots))))
          touched.add(row.pair)
        }
        open.set(row.id, row)
      }
      count(`lever ${row.status}${row.reason === null ? '' : ` ${row.reason}`}`)
    },
    readHouse: (body: string) => {
      const { pair, lots: own }: HouseRow = JSON.parse(body)
      house.set(pair, own)
      touched.add(pair)
    },
    /** At the end of a group: what has ended, seen beside everything that was written with it. */
    settle: () => {
      const forced = new Map(
        ending
          .filter(({ row }) => row.reason === 'liquidated' && row.status === 'closed')
          .map(({ row }) => [`${row.user}|${row.quote}`, row]),
      )
      checkParts()
      for (const { user, quote } of forced.values()) checkForced(user, quote)
      for (const { row, before } of ending) {
        const at = `lever:${row.id}`
        if (ledger.leftOf(at) !== 0n) onBreach('P1', at)
        if (row.status === 'closed') checkClose(row, before, at)
        else if (ledger.sumsOf(at).net !== 0n) onBreach('P2', at)
        if (before?.status === 'trading') {
          lots.set(row.pair, (lots.get(row.pair) ?? 0) - Number(signed(row, BigInt(row.lots))))
          touched.add(row.pair)
        }
        open.delete(row.id)
        stopsSince.delete(row.id)
        ledger.forget(at)
        if (row.status === 'closed') tails.set(row.id, row)
      }
      for (const pair of touched) if ((lots.get(pair) ?? 0) + (house.get(pair) ?? 0) !== 0) onBreach('P4', String(pair))
      ending = []
      parts = []
      begun.clear()
      reduced.clear()
      touched.clear()
    },
  }
}
