import { seededRandom } from '#server/core/random.ts'
import { createBook, type Book, type BookKind, type QueuePlace } from '#server/features/market/book/book.ts'
import { createNaiveBook } from '#tests/support/naive-book.ts'

export type QueueProof = {
  readonly books: number
  /** Places that were compared, and of them those of an order behind another one. */
  readonly places: number
  readonly behind: number
  /** The first book whose places differ: its seed alone plays it again. */
  readonly wrong: {
    readonly seed: number
    readonly step: number
    readonly id: number
    readonly fast: QueuePlace | null
    readonly naive: QueuePlace | null
  } | null
}
type Options = {
  readonly queues: number
  readonly seed: number
  readonly create?: () => Book
  readonly onPart?: (books: number) => void
}

const kinds: readonly BookKind[] = ['limit', 'limit', 'limit', 'limit', 'limit', 'market', 'ioc', 'post_only']
const mostSteps = 40
const prices = 3
const owners = 4
const partEvery = 100_000

/**
 * Plays one random book and its naive twin: few prices, so that queues grow, and one step of five takes an order out of
 * its queue.
 */
function compare(seed: number, create: () => Book) {
  const chance = seededRandom(seed)
  const [fast, naive] = [create(), createNaiveBook()]
  const steps = 4 + chance.int(mostSteps)
  let [lastId, places, behind] = [0, 0, 0]
  const look = (step: number, id: number) => {
    const [own, twin] = [fast.queue(id), naive.queue(id)]
    places += 1
    if (twin !== null && twin.place > 1) behind += 1
    return own?.ahead === twin?.ahead && own?.place === twin?.place ? null : { seed, step, id, fast: own, naive: twin }
  }
  for (let step = 1; step <= steps; step += 1) {
    if (lastId > 0 && chance.int(5) === 0) {
      const id = 1 + chance.int(lastId)
      fast.cancel(id)
      naive.cancel(id)
    } else {
      lastId += 1
      const order = {
        id: lastId,
        owner: 1 + chance.int(owners),
        side: chance.int(2) === 0 ? 'buy' : 'sell',
        kind: kinds[chance.int(kinds.length)] ?? 'limit',
        price: 1 + chance.int(prices),
        amount: 1 + chance.int(20),
      } as const
      fast.place(order)
      naive.place(order)
    }
    const wrong = look(step, 1 + chance.int(lastId))
    if (wrong !== null) return { places, behind, wrong }
  }
  for (let id = 1; id <= lastId + 1; id += 1) {
    const wrong = look(steps, id)
    if (wrong !== null) return { places, behind, wrong }
  }
  return { places, behind, wrong: null }
}

/**
 * M14 in many random books: the place of an order in its queue is that of the naive twin, at each step and for each
 * order at the end.
 */
export function proveQueues({ queues, seed, create = createBook, onPart = () => undefined }: Options): QueueProof {
  let [places, behind] = [0, 0]
  for (let books = 1; books <= queues; books += 1) {
    const one = compare(seed + books - 1, create)
    places += one.places
    behind += one.behind
    if (one.wrong !== null) return { books, places, behind, wrong: one.wrong }
    if (books % partEvery === 0) onPart(books)
  }
  return { books: queues, places, behind, wrong: null }
}
