import { OrderBook, Side } from 'nodejs-order-book'
import { type Book, type BookOrder, createBook } from '#server/features/market/book/book.ts'
import { createNaiveBook } from '#tests/support/naive-book.ts'
import { seededRandom } from '#server/core/random.ts'
import type { Row } from './row.ts'

/** One command, written before anything is measured; a cancel has no order. */
type Op = { id: number; order: BookOrder | null }
/** The same in the reference's tongue. */
type TheirOp = { do: 'limit' | 'market' | 'cancel'; id: string; side: Side; size: number; price: number }
type Life = { perSecond: number; filled: number[] }
type Scene<Command> = { filling: Command[]; living: Command[] }
/** Levels a side, and orders waiting at each. */
type Shape = { levels: number; queue: number }
/** Does one command and says how many steps it filled. */
type Engine<Command> = (op: Command) => number

const middle = 50_000
/** Three depths with the queues of a coarse tick; one far wider with short queues, where the reference does best. */
const shapes: readonly Shape[] = [
  { levels: 50, queue: 20 },
  { levels: 200, queue: 50 },
  { levels: 1000, queue: 50 },
  { levels: 10_000, queue: 4 },
]
const twinShape: Shape = { levels: 50, queue: 4 }
const opCount = 400_000
const chunk = 100
const leastPerSecond = 1_000_000
const leastRatio = 20
const sideOf = { buy: Side.BUY, sell: Side.SELL }

const theirs = ({ id, order }: Op): TheirOp =>
  order === null
    ? { do: 'cancel', id: String(id), side: Side.BUY, size: 0, price: 0 }
    : {
        do: order.kind === 'market' ? 'market' : 'limit',
        id: String(id),
        side: sideOf[order.side],
        size: order.amount,
        price: order.price,
      }
const translate = ({ filling, living }: Scene<Op>): Scene<TheirOp> => ({
  filling: filling.map(theirs),
  living: living.map(theirs),
})

/** A full book of this shape, then a mixed life: about half limit, a tenth market, the rest cancels of what rests. */
function writeScene({ levels, queue }: Shape): Scene<Op> {
  const random = seededRandom(levels)
  const book = createBook()
  const ids: number[] = []
  const filling: Op[] = []
  const living: Op[] = []
  let lastId = 0
  const place = (ops: Op[], side: 'buy' | 'sell', kind: 'limit' | 'market', price: number) => {
    lastId += 1
    const order: BookOrder = { id: lastId, owner: lastId, side, kind, price, amount: 1 + random.int(20) }
    if (book.place(order).rested > 0) ids.push(order.id)
    ops.push({ id: lastId, order })
  }
  const cancel = () => {
    const at = random.int(ids.length)
    const id = ids[at] ?? 0
    const last = ids.pop() ?? 0
    if (at < ids.length) ids[at] = last
    if (book.cancel(id) > 0) living.push({ id, order: null })
  }
  const priceOf = (side: 'buy' | 'sell', away: number) => (side === 'buy' ? middle - away : middle + away)
  for (let at = 0; at < levels * queue; at++) {
    for (const side of ['buy', 'sell'] as const) place(filling, side, 'limit', priceOf(side, 1 + (at % levels)))
  }
  const full = book.size()
  while (living.length < opCount) {
    const chance = random.unit()
    const side = random.unit() < 0.5 ? 'buy' : 'sell'
    if (book.size() > full || chance < 0.3) cancel()
    else if (chance < 0.4) place(living, side, 'market', side === 'buy' ? Number.MAX_SAFE_INTEGER : 0)
    else place(living, side, 'limit', priceOf(side, Math.floor(levels * random.unit() ** 3) - 1))
  }
  return { filling, living }
}

function engineOf(book: Book): Engine<Op> {
  return ({ id, order }) => {
    if (order === null) {
      book.cancel(id)
      return 0
    }
    let filled = 0
    for (const fill of book.place(order).fills) filled += fill.amount
    return filled
  }
}

function referenceEngine(): Engine<TheirOp> {
  const book = new OrderBook()
  return (op) => {
    if (op.do === 'cancel') {
      book.cancel(op.id)
      return 0
    }
    if (op.do === 'market') return op.size - book.market(op).quantityLeft
    const { err, quantityLeft } = book.limit(op)
    return err === null ? op.size - quantityLeft : 0
  }
}

/** Lives the scene for at most so long; `filled` after each chunk of commands lets two engines be compared. */
function live<Command>({ filling, living }: Scene<Command>, engine: Engine<Command>, limitMs: number) {
  for (const op of filling) engine(op)
  const filled: number[] = []
  let sum = 0
  let done = 0
  const start = performance.now()
  while (done < living.length && performance.now() - start < limitMs) {
    for (const op of living.slice(done, done + chunk)) sum += engine(op)
    done += chunk
    filled.push(sum)
  }
  return { perSecond: Math.round((done * 1000) / (performance.now() - start)), filled }
}

/** The middle one of five lives, after one that warms. */
function measure<Command>(scene: Scene<Command>, create: () => Engine<Command>, limitMs: number) {
  const first = live(scene, create(), limitMs)
  const lives = [1, 2, 3, 4, 5].map(() => live(scene, create(), limitMs)).toSorted((a, b) => a.perSecond - b.perSecond)
  return lives[2] ?? first
}

/** Throws when the two did not trade alike: the figures would compare nothing. */
function row(name: string, ours: Life | undefined, other: Life | undefined): Row {
  const count = Math.min(ours?.filled.length ?? 0, other?.filled.length ?? 0)
  if (!ours || !other || count === 0 || ours.filled[count - 1] !== other.filled[count - 1])
    throw new Error(`traded otherwise: ${name}`)
  const value = ours.perSecond
  const ratio = Math.round((value / other.perSecond) * 10) / 10
  return {
    part: 'book',
    name,
    value,
    unit: 'ops/s',
    reference: other.perSecond,
    ratio,
    target: `≥ ${leastPerSecond} and ≥ ${leastRatio} ×`,
    reached: value >= leastPerSecond && ratio >= leastRatio,
  }
}

/**
 * Our book beside nodejs-order-book and beside its own naive twin; all must trade alike. One engine after the other.
 */
export function bench(): Promise<Row[]> {
  const ours = shapes.map((shape) => measure(writeScene(shape), () => engineOf(createBook()), 5000))
  const references = shapes.map((shape) => measure(translate(writeScene(shape)), referenceEngine, 700))
  const rows = shapes.map(({ levels, queue }, at) => {
    const name = `${levels} levels a side × ${queue} orders, beside nodejs-order-book`
    return row(name, ours[at], references[at])
  })
  const scene = writeScene(twinShape)
  const naive = live(scene, engineOf(createNaiveBook()), 1000)
  const beside = row(
    '50 levels a side × 4 orders, beside the naive twin',
    measure(scene, () => engineOf(createBook()), 5000),
    naive,
  )
  rows.push({ ...beside, target: 'shown', reached: true })
  return Promise.resolve(rows)
}

if (import.meta.main) console.table(await bench())
