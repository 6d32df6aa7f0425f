import { isReached, trailPrice } from '#contract/trigger/trigger-terms.ts'
import { createSorted, type Entry } from '#server/features/trigger/sorted.ts'
import { createTrails } from '#server/features/trigger/trails.ts'
import { seededRandom } from '#server/core/random.ts'
import { expect, test } from 'vitest'

const seeds = [1, 2, 3, 4, 5, 6]

test.each(seeds)(
  'TR-12 the first of a sorted set is the one of the largest key, then the one that came first (SEED=%i)',
  (seed) => {
    const { unit: chance, int: whole } = seededRandom(seed)
    const sorted = createSorted()
    let naive: Entry[] = []
    let missed = 0
    for (let n = 0; n < 3000; n += 1) {
      const old = naive[whole(naive.length + 1)]
      if (old && chance() < 0.45) {
        missed += sorted.remove(old) ? 0 : 1
        naive = naive.filter((each) => each !== old)
      } else {
        const entry = { key: whole(40) - 20, seq: n, id: n }
        sorted.add(entry)
        naive.push(entry)
      }
      const [first] = naive.toSorted((a, b) => b.key - a.key || a.seq - b.seq)
      expect([sorted.first(), sorted.size()]).toEqual([first, naive.length])
    }
    expect(missed).toBe(0)
    expect(sorted.remove({ key: 0, seq: -1, id: -1 })).toBe(false)
  },
)

type Twin = { id: number; seq: number; by: 'amount' | 'percent'; distance: number; extreme: number }
/** A trailing trigger as anybody would write it: each looks at each price. */
const naiveOf = (when: 'above' | 'below') => {
  const sign = when === 'below' ? 1 : -1
  const twins = new Map<number, Twin>()
  const levelOf = ({ by, distance, extreme }: Twin) => trailPrice(when, by, distance, extreme)
  return {
    twins,
    levelOf,
    move: (price: number) => {
      for (const twin of twins.values()) if (price * sign > twin.extreme * sign) twin.extreme = price
    },
    first: () => [...twins.values()].toSorted((a, b) => sign * (levelOf(b) - levelOf(a)) || a.seq - b.seq)[0],
  }
}
const walks = seeds.flatMap((seed) => (['below', 'above'] as const).map((when) => [seed, when] as const))
test.each(walks)(
  'TR-4 trailing triggers that share extremes fire where each alone would (SEED=%i, %s)',
  (seed, when) => {
    const { unit: chance, int: whole } = seededRandom(seed)
    const naive = naiveOf(when)
    let trails = createTrails(when === 'below' ? 1 : -1)
    const rows = new Map<number, { since: number; extreme: number }>()
    const keep = (row: { since: number; extreme: number }) => rows.set(row.since, row)
    let [price, seq, fired] = [100_000, 0, 0]
    const levels = new Map<number, number>()
    for (let n = 0; n < 1500; n += 1) {
      price += whole(4001) - 2000
      const moved = trails.ratchet(price)
      naive.move(price)
      for (const since of moved?.gone ?? []) rows.delete(since)
      if (moved) keep(moved.kept)
      for (let first = naive.first(); first && isReached(when, price, naive.levelOf(first)); first = naive.first()) {
        const due = trails.first()
        expect(due?.id).toBe(first.id)
        const left = trails.remove(first)
        if (left?.isEmpty) rows.delete(left.since)
        naive.twins.delete(first.id)
        fired += 1
      }
      if (chance() < 0.6) {
        seq += 1
        const by = chance() < 0.5 ? ('amount' as const) : ('percent' as const)
        const twin = {
          id: seq,
          seq,
          by,
          distance: by === 'amount' ? 200 + whole(8000) : 20 + whole(800),
          extreme: price,
        }
        naive.twins.set(seq, twin)
        keep(trails.add(twin, price))
      }
      const some = [...naive.twins.values()][whole(naive.twins.size + 1)]
      const dice = chance()
      if (some && dice < 0.1) {
        levels.delete(some.id)
        const after = { ...some, distance: some.distance + whole(30) }
        trails.change(some, after)
        naive.twins.set(some.id, after)
      } else if (some && dice < 0.2) {
        const left = trails.remove(some)
        // A command that is rolled back leaves everything as it was.
        if (left && chance() < 0.5) trails.putBack(some, left)
        else {
          if (left?.isEmpty) rows.delete(left.since)
          naive.twins.delete(some.id)
        }
      }
      for (const twin of naive.twins.values()) {
        expect(trails.extremeOf(twin.seq)).toBe(twin.extreme)
        const level = naive.levelOf(twin)
        const before = levels.get(twin.id)
        const isNearer = before === undefined || (when === 'below' ? level >= before : level <= before)
        expect(isNearer).toBe(true)
        levels.set(twin.id, level)
      }
      // A restart reads the extremes that were kept, and puts each trigger where it belongs.
      if (n % 250 === 249) {
        trails = createTrails(when === 'below' ? 1 : -1)
        for (const row of [...rows.values()].toSorted((a, b) => a.since - b.since)) trails.restore(row)
        for (const twin of naive.twins.values()) trails.add(twin)
      }
    }
    expect(fired).toBeGreaterThan(200)
  },
)
