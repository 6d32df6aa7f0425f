const free = -1
const firstBits = 10

/** Values by whole number ≥ 0. A Map would do, but spends a third of a busy book's time on finding and rehashing. */
export type IdTable<Value> = {
  get(id: number): Value | null
  /** The id must be new. */
  add(id: number, value: Value): void
  /** The id must be there. */
  remove(id: number): void
  size(): number
}

/** Open addressing, at most half full; neighbouring ids share a cache line, and a gap is closed at once. */
export function createIdTable<Value>(): IdTable<Value> {
  let bits = firstBits
  let mask = 2 ** bits - 1
  let keys = new Float64Array(2 ** bits).fill(free)
  let values: (Value | null)[] = Array.from(keys, () => null)
  let size = 0

  const homeOf = (id: number) => ((Math.imul(id >>> 3, 0x9e3779b1) >>> (35 - bits)) << 3) | (id & 7)
  function slotOf(id: number): number {
    let slot = homeOf(id)
    while (keys[slot] !== id && keys[slot] !== free) slot = (slot + 1) & mask
    return slot
  }
  function put(id: number, value: Value | null): void {
    const slot = slotOf(id)
    keys[slot] = id
    values[slot] = value
  }
  function grow(): void {
    const [oldKeys, oldValues] = [keys, values]
    bits += 1
    mask = 2 ** bits - 1
    keys = new Float64Array(2 ** bits).fill(free)
    values = Array.from(keys, () => null)
    oldKeys.forEach((id, slot) => {
      if (id !== free) put(id, oldValues[slot] ?? null)
    })
  }
  /** Moves later ones of the same run into the gap, as long as that brings them no further than their home. */
  function close(gap: number): void {
    let hole = gap
    for (let slot = (gap + 1) & mask; ; slot = (slot + 1) & mask) {
      const id = keys[slot] ?? free
      if (id === free) break
      if (((slot - homeOf(id)) & mask) < ((slot - hole) & mask)) continue
      keys[hole] = id
      values[hole] = values[slot] ?? null
      hole = slot
    }
    keys[hole] = free
    values[hole] = null
  }
  return {
    get: (id) => values[slotOf(id)] ?? null,
    add: (id, value) => {
      if (size * 2 >= keys.length) grow()
      size += 1
      put(id, value)
    },
    remove: (id) => {
      size -= 1
      close(slotOf(id))
    },
    size: () => size,
  }
}
