import { OrderBook, Side } from 'nodejs-order-book'
import { type Book, type BookOrder, createBook } from '#server/books/book.ts'
import { createNaiveBook } from '#server/books/naive.ts'
import { seededRandom } from '#server/random.ts'

/** One measured value beside its reference of the same run; `reference` and `ratio` are null where there is none. */
export type Row = {
  part: string
  name: string
  value: number
  unit: string
  reference: number | null
  ratio: number | null
  target: string
  reached: boolean
}
/** One command in both tongues, written before anything is measured; a cancel has no order. */
type Op = { id: number; order: BookOrder | null; theirs: { id: string; side: Side; size: number; price: number } }
type Scene = { filling: Op[]; living: Op[] }
/** Does one command and says how many steps it filled. */
type Engine = (op: Op) => number

const middle = 50_000
const ordersPerLevel = 4
const opCount = 300_000
const chunk = 100
const leastPerSecond = 1_000_000
const leastRatio = 20
const sideOf = { buy: Side.BUY, sell: Side.SELL }

const cancelOp = (id: number): Op => ({ id, order: null, theirs: { id: String(id), side: Side.BUY, size: 0, price: 0 } })
const placeOp = (order: BookOrder): Op => {
  const { id, side, amount, price } = order
  return { id, order, theirs: { id: String(id), side: sideOf[side], size: amount, price } }
}

/** A book of so many levels a side, then a mixed life: about half limit, a tenth market, the rest cancels of what rests. */
function writeScene(levels: number): Scene {
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
    ops.push(placeOp(order))
  }
  const cancel = () => {
    const at = random.int(ids.length)
    const id = ids[at] ?? 0
    const last = ids.pop() ?? 0
    if (at < ids.length) ids[at] = last
    if (book.cancel(id) > 0) living.push(cancelOp(id))
  }
  const priceOf = (side: 'buy' | 'sell', away: number) => (side === 'buy' ? middle - away : middle + away)
  for (let at = 0; at < levels * ordersPerLevel; at++) {
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

function engineOf(book: Book): Engine {
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

function referenceEngine(): Engine {
  const book = new OrderBook()
  return ({ order, theirs }) => {
    if (order === null) {
      book.cancel(theirs.id)
      return 0
    }
    const { err, quantityLeft } = order.kind === 'market' ? book.market(theirs) : book.limit(theirs)
    return err === null || order.kind === 'market' ? theirs.size - quantityLeft : 0
  }
}

/** Lives the scene for at most so long; `filled` after each chunk of commands lets two engines be compared. */
function live({ filling, living }: Scene, engine: Engine, limitMs: number) {
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

/** The middle one of three lives; the first also warms. */
function measure(scene: Scene, create: () => Engine, limitMs: number) {
  const lives = [1, 2, 3].map(() => live(scene, create(), limitMs)).toSorted((a, b) => a.perSecond - b.perSecond)
  return lives[1] ?? live(scene, create(), limitMs)
}

function sameTrades(ours: readonly number[], other: readonly number[]): void {
  const count = Math.min(ours.length, other.length)
  if (count === 0 || ours[count - 1] !== other[count - 1]) throw new Error('the books did not trade alike: the figures compare nothing')
}

function row(name: string, value: number, reference: number): Row {
  const ratio = Math.round((value / reference) * 10) / 10
  return {
    part: 'book',
    name,
    value,
    unit: 'ops/s',
    reference,
    ratio,
    target: `≥ ${leastPerSecond} and ≥ ${leastRatio} ×`,
    reached: value >= leastPerSecond && ratio >= leastRatio,
  }
}

/** Our book beside nodejs-order-book and beside its own naive twin, at three depths; all must trade alike. */
export function bench(): Promise<Row[]> {
  const rows = [100, 1000, 10_000].flatMap((levels) => {
    const scene = writeScene(levels)
    const ours = measure(scene, () => engineOf(createBook()), 5000)
    const reference = measure(scene, referenceEngine, 1000)
    sameTrades(ours.filled, reference.filled)
    return [row(`mixed, ${levels} levels a side, beside nodejs-order-book`, ours.perSecond, reference.perSecond)]
  })
  const scene = writeScene(50)
  const naive = live(scene, engineOf(createNaiveBook()), 1000)
  const ours = measure(scene, () => engineOf(createBook()), 5000)
  sameTrades(ours.filled, naive.filled)
  rows.push(row('mixed, 50 levels a side, beside the naive twin', ours.perSecond, naive.perSecond))
  return Promise.resolve(rows)
}

if (import.meta.main) console.table(await bench())
