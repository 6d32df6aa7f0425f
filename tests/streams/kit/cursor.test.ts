import type { Push } from '#contract/wire/down.ts'
import { emptyCursor, takeFresh, takePush, takeResumed, type ChannelKind, type Cursor } from '#streams/kit/cursor.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'

/** A failing run prints its seed; SEED=… replays it. */
const seed = Number(process.env['SEED'] ?? Date.now() % 2 ** 31)

type Cells = Readonly<Record<string, number>>
type History = { readonly changes: Cells[]; readonly states: Cells[] }

/**
 * The model: a server that stores every change and every state of each epoch. `d` of a push is an index of `payloads`.
 */
function createServer(kind: ChannelKind) {
  const histories = new Map<string, History>()
  const payloads: Cells[] = []
  let epoch = 0
  const name = () => `e${epoch}`
  const now = () => histories.get(name()) ?? { changes: [], states: [{}] }
  const head = () => now().changes.length
  const push = (k: Push['k'], s: number, cells: Cells, b?: number): Push => {
    const d = payloads.push(cells) - 1
    return { c: 'c', k, e: name(), s, d, t: 0, ...(b !== undefined && { b }) }
  }
  /** The message from one sequence number to a later one; a state delta carries only what changed in between. */
  const deltaOf = (b: number, s: number) => {
    if (kind === 'latest') return push('delta', s, now().states[s] ?? {})
    const changed: Cells = Object.assign({}, ...now().changes.slice(b, s))
    return push(kind === 'stream' ? 'event' : 'delta', s, changed, b)
  }
  const restart = () => {
    epoch++
    histories.set(name(), { changes: [], states: [{}] })
  }
  restart()
  return {
    head,
    name,
    deltaOf,
    restart,
    cellsOf: (d: unknown) => (typeof d === 'number' ? payloads[d] : undefined) ?? {},
    stateAt: (e: string | null, s: number) => histories.get(e ?? '')?.states[s],
    changeAt: (e: string | null, s: number) => histories.get(e ?? '')?.changes[s - 1],
    change: (cells: Cells) => {
      const { changes, states } = now()
      changes.push(cells)
      states.push({ ...states.at(-1), ...cells })
      return deltaOf(head() - 1, head())
    },
    gap: () => push('gap', head(), {}),
    snap: () => push('snap', head(), now().states[head()] ?? {}),
  }
}

/** One channel at the client: a cursor, and what its events add up to, compared with the model after each message. */
function createClient(kind: ChannelKind, server: ReturnType<typeof createServer>) {
  let cursor: Cursor = emptyCursor
  let value: Cells = {}
  let lastSeq = 0
  const furthest = new Map<string | null, number>()
  const apply = ({ cursor: next, events }: ReturnType<typeof takePush>) => {
    cursor = next
    for (const event of events) {
      if (event.type === 'fresh') lastSeq = event.head
      if (event.type !== 'snap' && event.type !== 'delta' && event.type !== 'event') continue
      const cells = server.cellsOf(event.data)
      if (event.type === 'event') {
        expect(event.seq).toBe(lastSeq + 1)
        expect(cells).toEqual(server.changeAt(cursor.epoch, event.seq))
      }
      value = event.type === 'delta' && kind === 'state' ? { ...value, ...cells } : cells
      lastSeq = event.seq
    }
    if (cursor.seq === null) return
    expect(lastSeq).toBe(cursor.seq)
    expect(cursor.seq).toBeGreaterThanOrEqual(furthest.get(cursor.epoch) ?? 0)
    furthest.set(cursor.epoch, cursor.seq)
    if (kind !== 'stream') expect(value).toEqual(server.stateAt(cursor.epoch, cursor.seq))
  }
  const receive = (push: Push) => apply(takePush(kind, cursor, push))
  return {
    receive,
    /** The server resumes if it still has the cursor's epoch; otherwise it starts over. */
    subscribe: () => {
      const { epoch, seq } = cursor
      if (epoch === server.name() && seq !== null) {
        apply(takeResumed(kind, cursor))
        for (let s = seq + 1; s <= server.head(); s++) receive(server.deltaOf(s - 1, s))
        return
      }
      apply(takeFresh(kind, cursor, server.head(), server.name()))
      if (kind !== 'stream') receive(server.snap())
    },
    position: () => [cursor.epoch, cursor.seq],
  }
}

const whats = [
  'change',
  'change',
  'change',
  'deliver',
  'deliver',
  'repeat',
  'drop',
  'merge',
  'subscribe',
  'gap',
  'restart',
] as const
const command = fc.record({ what: fc.constantFrom(...whats), pick: fc.nat(20), value: fc.nat(3) })
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

function play(kind: ChannelKind, commands: readonly Command[]) {
  const server = createServer(kind)
  const client = createClient(kind, server)
  client.subscribe()
  let onTheWay: Push[] = []
  for (const { what, pick, value } of commands) {
    const picked = onTheWay[pick % Math.max(onTheWay.length, 1)]
    if (what === 'change') onTheWay.push(server.change({ [`k${pick % 4}`]: value }))
    if (what === 'merge' && kind === 'state' && server.head() > 1) {
      onTheWay.push(server.deltaOf(pick % server.head(), server.head()))
    }
    if (picked !== undefined && (what === 'deliver' || what === 'repeat')) client.receive(picked)
    if (what === 'deliver' || what === 'drop') onTheWay = onTheWay.filter((push) => push !== picked)
    if (what === 'gap' && kind !== 'stream') {
      client.receive(server.gap())
      onTheWay.push(server.snap())
    }
    if (what === 'restart') server.restart()
    if (what === 'subscribe') {
      client.subscribe()
      // A new process answers on a new connection: what its predecessor had sent does not arrive behind that.
      onTheWay = onTheWay.filter(({ e }) => e === server.name())
    }
  }
  client.subscribe()
  return { ends: client.position(), head: [server.name(), server.head()] }
}
const holds = (kind: ChannelKind, check: (run: ReturnType<typeof play>) => void) => {
  const property = fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
    check(play(kind, commands))
  })
  fc.assert(property, { seed, numRuns: 500 })
}

test(`RT-7 after each message the snapshot with its deltas equals the server's state (seed ${seed})`, () => {
  holds('state', ({ ends, head }) => expect(ends).toEqual(head))
  holds('latest', ({ ends, head }) => expect(ends).toEqual(head))
})
test('RT-7 a snapshot from before the last gap is dropped, however many gaps there were', () => {
  const gap = (s: number): Push => ({ c: 'c', k: 'gap', e: 'e', s, d: null, t: 0 })
  const snap = (s: number): Push => ({ c: 'c', k: 'snap', e: 'e', s, d: s, t: 0 })
  const start: { readonly cursor: Cursor; readonly seen: readonly unknown[] } = {
    cursor: { ...emptyCursor, epoch: 'e', seq: 1 },
    seen: [],
  }
  const taken = [gap(1), gap(2), snap(1), snap(2)].reduce(({ cursor, seen }, push) => {
    const { cursor: next, events } = takePush('state', cursor, push)
    return { cursor: next, seen: [...seen, ...events] }
  }, start)
  expect(taken.seen).toEqual([{ type: 'syncing' }, { type: 'syncing' }, { type: 'snap', seq: 2, data: 2 }])
})
test(`RT-10 each event is emitted once, directly after its predecessor (seed ${seed})`, () => {
  holds('stream', ({ ends, head }) => expect(ends).toEqual(head))
})
test('RT-7 a message that is known already needs nothing more', () => {
  const push = (s: number, b?: number): Push => ({
    c: 'c',
    k: b === undefined ? 'snap' : 'delta',
    e: 'e1',
    s,
    d: s,
    t: 0,
    ...(b !== undefined && { b }),
  })
  const { cursor } = takePush('state', takeFresh('state', emptyCursor, 10, 'e1').cursor, push(10))
  expect(takePush('state', cursor, push(10, 9))).toEqual({ cursor, events: [], needs: 'nothing' })
})
test('RT-7 one push that came before the snapshot and does not chain onto it is waited for', () => {
  const push = (k: Push['k'], s: number, b?: number): Push => ({
    c: 'c',
    k,
    e: 'e1',
    s,
    d: s,
    t: 0,
    ...(b !== undefined && { b }),
  })
  const asked = takeFresh('state', emptyCursor, 10, 'e1').cursor
  const early = takePush('state', asked, push('delta', 12, 11)).cursor
  const { events, needs } = takePush('state', early, push('snap', 10))
  expect([events, needs]).toEqual([[{ type: 'snap', seq: 10, data: 10 }], 'wait'])
})

test('RT-10 what was buffered and is no newer than where the server starts over is dropped, and nothing is waited for', () => {
  const push = (s: number): Push => ({ c: 'c', k: 'event', e: 'e1', s, d: s, t: 0, b: s - 1 })
  const { cursor, events, needs } = takeFresh(
    'stream',
    { ...emptyCursor, buffered: [push(4), push(5), push(6)] },
    5,
    'e1',
  )
  expect({ seq: cursor.seq, buffered: cursor.buffered, needs }).toEqual({ seq: 6, buffered: [], needs: 'nothing' })
  expect(events).toEqual([
    { type: 'fresh', head: 5 },
    { type: 'event', seq: 6, data: 6 },
  ])
})
