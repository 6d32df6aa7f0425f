/**
 * Heights of many rows, of which most were never measured. Offsets are sums in a binary indexed tree, so that measuring
 * a row, finding an
 * offset and finding the row at an offset take a logarithmic number of steps, however long the list is.
 */
export function createHeights(estimate: number) {
  /** Measured heights less the estimate, as prefix sums; what was not measured counts as the estimate. */
  let tree = new Float64Array(1024)
  const known = new Map<number, number>()

  const add = (index: number, by: number) => {
    for (let at = index + 1; at < tree.length; at += at & -at) tree[at] = (tree[at] ?? 0) + by
  }
  const grow = (size: number) => {
    if (size + 2 <= tree.length) return
    let length = tree.length
    while (length < size + 2) length *= 2
    tree = new Float64Array(length)
    for (const [index, height] of known) add(index, height - estimate)
  }
  /** The distance of a row from the top. */
  const offsetOf = (index: number) => {
    let sum = index * estimate
    for (let at = Math.min(index, tree.length - 1); at > 0; at -= at & -at) sum += tree[at] ?? 0
    return sum
  }
  return {
    offsetOf,
    heightOf: (index: number) => known.get(index) ?? estimate,
    /** Stores a measured height; true if it differs from what was held. */
    set: (index: number, height: number): boolean => {
      const held = known.get(index) ?? estimate
      grow(index + 1)
      known.set(index, height)
      if (held === height) return false
      add(index, height - held)
      return true
    },
    /** The row at a distance from the top. */
    indexAt: (offset: number, count: number): number => {
      let [low, high] = [0, Math.max(0, count - 1)]
      while (low < high) {
        const middle = Math.ceil((low + high) / 2)
        if (offsetOf(middle) <= offset) low = middle
        else high = middle - 1
      }
      return low
    },
    /** Forgets everything: the width has changed. */
    clear: () => {
      known.clear()
      tree.fill(0)
    },
  }
}
