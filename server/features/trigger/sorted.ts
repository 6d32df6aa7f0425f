/** What waits for a price: that of the largest key is first, and of the same key the one that came first. */
export type Entry = { readonly key: number; readonly seq: number; readonly id: number }

const leafSize = 128
/** Negative if `a` comes after `b`: the first of all stands at the end, where it is taken in constant time. */
const order = (a: Entry, b: Entry) => a.key - b.key || b.seq - a.seq || b.id - a.id

/** Where an entry stands in a leaf, or would stand. */
function placeIn(leaf: readonly Entry[], entry: Entry): number {
  let [low, high] = [0, leaf.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const other = leaf[middle]
    if (other !== undefined && order(other, entry) < 0) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * A sorted set of entries in leaves of at most `leafSize`: one is added or removed by two binary searches and the shift
 * of one leaf, however many there are.
 */
export function createSorted() {
  const leaves: Entry[][] = []
  let size = 0

  /** The leaf in which an entry belongs: the first whose last entry does not come after it. */
  const leafOf = (entry: Entry): number => {
    let [low, high] = [0, leaves.length - 1]
    while (low < high) {
      const middle = (low + high) >> 1
      const last = leaves[middle]?.at(-1)
      if (last !== undefined && order(last, entry) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
  return {
    size: () => size,
    first: (): Entry | undefined => leaves.at(-1)?.at(-1),
    add: (entry: Entry) => {
      size += 1
      if (leaves.length === 0) leaves.push([])
      const at = leafOf(entry)
      const leaf = leaves[at]
      if (leaf === undefined) return
      leaf.splice(placeIn(leaf, entry), 0, entry)
      if (leaf.length > leafSize) leaves.splice(at + 1, 0, leaf.splice(leafSize / 2))
    },
    /** Takes out what equals this entry; false if there is none. */
    remove: (entry: Entry): boolean => {
      const at = leafOf(entry)
      const leaf = leaves[at]
      const place = leaf === undefined ? 0 : placeIn(leaf, entry)
      const found = leaf?.[place]
      if (leaf === undefined || found === undefined || order(found, entry) !== 0) return false
      leaf.splice(place, 1)
      if (leaf.length === 0) leaves.splice(at, 1)
      size -= 1
      return true
    },
    /** All of them, the first one first. */
    *inOrder(): Generator<Entry, undefined> {
      for (const leaf of leaves.toReversed()) yield* leaf.toReversed()
    },
  }
}
export type Sorted = ReturnType<typeof createSorted>
