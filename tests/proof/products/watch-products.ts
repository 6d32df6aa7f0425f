import { parseDec } from '#contract/wire/money.ts'
import type { Group } from '#server/core/store-port.ts'
import type { AccrualRow } from '#server/features/finance/earnings/rows.ts'
import type { LaunchOrderRow, LaunchProductRow } from '#server/features/launch/rows.ts'
import type {
  ConversionRow,
  MachineRow,
  MinerRow,
  MyMachineRow,
  MySeatRow,
  SeatRow,
} from '#server/features/mining/rows.ts'
import type { LedgerWatch, OnBreach } from '#tests/proof/watch-ledger.ts'
import { dayMs } from './watch-terms.ts'

type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
type Moves = Record<string, bigint>
type Ports = {
  ledger: Pick<LedgerWatch, 'leftOf'>
  onBreach: OnBreach
  count: (name: string) => void
  now: () => number
}
const one = 100_000_000n
/** New coins are handed out to four places. */
const coinStep = 10_000n
const usdt = 3
const next: Readonly<Record<string, readonly string[]>> = {
  underReview: ['underReview', 'rejected', 'subscribing', 'redemption', 'completed'],
  subscribing: ['redemption', 'completed'],
  redemption: ['completed'],
}
const linesOf = (text: string): Posting[] => JSON.parse(text)
const isOurs = (ref: string) => /^(?:launch|purse|seat):\d+$/.test(ref)
const isSame = (a: Moves, b: Moves) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? 0n) === (b[name] ?? 0n))
const add = (sums: Moves, name: string, by: bigint) => {
  sums[name] = (sums[name] ?? 0n) + by
}

/**
 * Follows subscriptions of new coins (N1), and machines, seats, collateral and the purse (Y1), by the rows and entries
 * that are written.
 */
export function watchProducts({ ledger, onBreach, count, now }: Ports) {
  const moved = new Map<string, Moves>()
  const launches = new Map<number, { first: LaunchProductRow; row: LaunchProductRow; given: bigint }>()
  const orders = new Map<number, LaunchOrderRow>()
  const kinds = new Map<string, MachineRow>()
  const seatKinds = new Map<string, SeatRow>()
  const seats = new Map<number, MySeatRow>()
  const machines = new Map<number, MyMachineRow>()
  /** What the purse of each miner must hold, and what their conversions must have moved. */
  const purses = new Map<number, bigint>()
  const converted = new Map<number, Moves>()

  const expect = (rule: string, ref: string, must: Moves) => {
    if (!isSame(moved.get(ref) ?? {}, must)) onBreach(rule, `${ref} has moved something else`)
  }
  const readLaunch = (row: LaunchProductRow) => {
    const before = launches.get(row.id)
    launches.set(row.id, before ? { ...before, row } : { first: row, row, given: parseDec(row.sold) })
  }
  const readOrder = (row: LaunchOrderRow) => {
    const ref = `launch:${row.id}`
    const launch = launches.get(row.product)
    const before = orders.get(row.id)
    const first = launch?.first
    if (!launch || !first) return onBreach('N1', `${ref} of nothing`)
    const [amount, coins] = [parseDec(row.amount), parseDec(row.coins)]
    const rate = first.pays.find(({ coin }) => coin === row.pay)?.rate ?? '0'
    const isFirst =
      !before &&
      row.createdAt >= first.startAt &&
      row.createdAt < first.endAt &&
      coins === ((amount * one) / (parseDec(rate) * coinStep)) * coinStep
    const isNext =
      before &&
      (next[before.stage] ?? []).includes(row.stage) &&
      before.user === row.user &&
      before.coins === row.coins &&
      before.amount === row.amount
    if (!isFirst && !isNext) onBreach('N1', `${ref} ${before?.stage ?? 'new'} to ${row.stage}`)
    if (!before) launch.given += coins
    if (row.stage === 'rejected') launch.given -= coins
    const isLaunched = row.stage === 'redemption' || row.stage === 'completed'
    const unlockAt = first.onlineAt + (row.stage === 'completed' ? first.day * dayMs : 0)
    if (isLaunched && (launch.row.coin === null || now() < unlockAt)) onBreach('N1', `${ref} ${row.stage} too early`)
    if (ledger.leftOf(ref) !== (row.stage === 'underReview' ? amount : 0n))
      onBreach('N1', `${ref} holds something else`)
    const isPaid = row.stage !== 'underReview' && row.stage !== 'rejected'
    expect('N1', ref, {
      ...(isPaid && { [`${row.user}|${row.pay}`]: -amount, [`house|${row.pay}`]: amount }),
      ...(row.stage === 'completed' && {
        [`${row.user}|${launch.row.coin}`]: coins,
        [`issuer|${launch.row.coin}`]: -coins,
      }),
    })
    count(`launch ${row.stage}`)
    orders.set(row.id, row)
    return undefined
  }
  const checkLaunches = () => {
    for (const { row, given } of launches.values())
      if (parseDec(row.sold) !== given || given > parseDec(row.num))
        onBreach('N1', `launch product ${row.id}: ${row.sold} of ${row.num}, ${given} given`)
  }

  const readSeat = (row: MySeatRow) => {
    const kind = seatKinds.get(row.seat)
    const before = seats.get(row.id)
    if (before && (before.places !== row.places || before.endAt !== row.endAt || before.isOver))
      onBreach('Y1', `seat:${row.id}`)
    if (!before && kind) {
      const isRight =
        row.places === kind.places * row.num && row.endAt === (Math.floor(row.startAt / dayMs) + 1 + kind.days) * dayMs
      if (!isRight) onBreach('Y1', `seat:${row.id} of other terms`)
      const cost = parseDec(kind.price) * BigInt(row.num)
      expect('Y1', `seat:${row.id}`, { [`${row.user}|${usdt}`]: -cost, [`house|${usdt}`]: cost })
    }
    if (row.isOver && now() < row.endAt) onBreach('Y1', `seat:${row.id} ends too early`)
    count(row.isOver ? 'seat over' : 'seat')
    seats.set(row.id, row)
  }
  /**
   * Each running machine stands at a place that lasts, there are no more than there are, and collateral covers those of
   * each miner.
   */
  const checkMining = () => {
    const onSeat = new Map<number, number>()
    const sold = new Map<string, number>()
    const own = new Map<string, number>()
    const need = new Map<number, bigint>()
    for (const { id, seat: place, machine, user, firstDay, days, threshold } of machines.values()) {
      const seat = seats.get(place)
      if (seat?.user !== user || seat.isOver || (firstDay + days) * dayMs > seat.endAt)
        onBreach('Y1', `machine:${id} has no place`)
      onSeat.set(place, (onSeat.get(place) ?? 0) + 1)
      sold.set(machine, (sold.get(machine) ?? 0) + 1)
      own.set(`${user}|${machine}`, (own.get(`${user}|${machine}`) ?? 0) + 1)
      need.set(user, (need.get(user) ?? 0n) + parseDec(threshold))
    }
    for (const [id, running] of onSeat)
      if (running > (seats.get(id)?.places ?? 0)) onBreach('Y1', `seat:${id} holds ${running}`)
    for (const [id, running] of sold)
      if (running + (kinds.get(id)?.others ?? 0) > (kinds.get(id)?.stock ?? 0)) onBreach('Y1', `${id} sold ${running}`)
    for (const [name, running] of own)
      if (running > (kinds.get(name.split('|')[1] ?? '')?.perUser ?? 0)) onBreach('Y1', `${name} runs ${running}`)
    for (const [user, least] of need)
      if (ledger.leftOf(`collateral:${user}`) < least) onBreach('Y1', `collateral:${user}`)
    const seatsSold = new Map<string, number>()
    for (const { seat, num, isOver } of seats.values())
      if (!isOver) seatsSold.set(seat, (seatsSold.get(seat) ?? 0) + num)
    for (const [id, num] of seatsSold)
      if (num + (seatKinds.get(id)?.others ?? 0) > (seatKinds.get(id)?.stock ?? 0))
        onBreach('Y1', `seat ${id} sold ${num}`)
  }
  const readMachine = (row: MyMachineRow) => {
    if (row.status === 'running') machines.set(row.id, row)
    else machines.delete(row.id)
  }
  const readAccrual = ({ source, user, amount }: AccrualRow) => {
    if (source === 'mining') purses.set(user, (purses.get(user) ?? 0n) + parseDec(amount))
  }
  const readConversion = ({ user, num: given, result: got, fee: cost }: ConversionRow) => {
    const [num, result, fee] = [parseDec(given), parseDec(got), parseDec(cost)]
    purses.set(user, (purses.get(user) ?? 0n) - num)
    const sums = converted.get(user) ?? {}
    for (const [name, by] of [
      [`${user}|1`, -num],
      ['house|1', num],
      [`${user}|${usdt}`, result],
      [`house|${usdt}`, -(result + fee)],
      [`fee|${usdt}`, fee],
    ] as const)
      add(sums, name, by)
    converted.set(user, sums)
    count('conversion')
  }
  const checkPurse = ({ user }: MinerRow) => {
    if (ledger.leftOf(`purse:${user}`) !== (purses.get(user) ?? 0n)) onBreach('Y1', `purse:${user}`)
    expect('L9', `purse:${user}`, converted.get(user) ?? {})
  }
  /** In this order, because what comes later is compared with what comes before. */
  const readers: readonly (readonly [string, (body: string) => void])[] = [
    ['launch_products', (body) => readLaunch(JSON.parse(body))],
    ['launch_orders', (body) => readOrder(JSON.parse(body))],
    ['machines', (body) => void kinds.set(kindOf(body).id, kindOf(body))],
    ['seats', (body) => void seatKinds.set(seatKindOf(body).id, seatKindOf(body))],
    ['my_seats', (body) => readSeat(JSON.parse(body))],
    ['my_machines', (body) => readMachine(JSON.parse(body))],
    ['accruals', (body) => readAccrual(JSON.parse(body))],
    ['mining_conversions', (body) => readConversion(JSON.parse(body))],
    ['miners', (body) => checkPurse(JSON.parse(body))],
  ]
  return {
    read: ({ rows, entries }: Group) => {
      for (const { ref, lines } of entries) {
        if (!isOurs(ref)) continue
        const sums = moved.get(ref) ?? {}
        for (const [owner, asset, , free, held] of linesOf(lines))
          add(sums, `${owner}|${asset}`, BigInt(free) + BigInt(held))
        moved.set(ref, sums)
      }
      const tables = new Set(rows.map(({ table }) => table))
      for (const [name, read] of readers)
        if (tables.has(name)) for (const { table, body } of rows) if (table === name && body !== null) read(body)
      if (tables.has('launch_orders')) checkLaunches()
      if (tables.has('my_machines') || tables.has('my_seats') || tables.has('mining_collaterals')) checkMining()
    },
  }
}
const kindOf = (body: string): MachineRow => JSON.parse(body)
const seatKindOf = (body: string): SeatRow => JSON.parse(body)
