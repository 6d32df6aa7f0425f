const freeSlot = -1
const firstBits = 10

/**
 * A map from whole numbers ≥ 0 to values. A `Map` would do, but look-ups and rehashing would take a third of a busy
 * book's time.
 */
export type IdTable<Value> = {
  get(id: number): Value | null
  /** Adds a value; the id must not be in the table. */
  add(id: number, value: Value): void
  /** Removes a value; the id must be in the table. */
  remove(id: number): void
  size(): number
}

/**
 * Hash table with open addressing and linear probing, at most half full. Neighbouring ids share a cache line; removal
 * leaves no tombstones. It grows as needed; made for the `expected` number of values it need not.
 */
export function createIdTable<Value>(expected = 0): IdTable<Value> {
  let bits = Math.max(firstBits, Math.ceil(Math.log2(expected + 1)) + 1)
  let mask = 2 ** bits - 1
  let keys = new Float64Array(2 ** bits).fill(freeSlot)
  const empty = (length: number) => Array.from({ length }, (): Value | null => null)
  let values = empty(keys.length)
  let size = 0

  const homeSlotOf = (id: number) => ((Math.imul(id >>> 3, 0x9e3779b1) >>> (35 - bits)) << 3) | (id & 7)
  function slotOf(id: number): number {
    let slot = homeSlotOf(id)
    while (keys[slot] !== id && keys[slot] !== freeSlot) slot = (slot + 1) & mask
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
    keys = new Float64Array(2 ** bits).fill(freeSlot)
    values = empty(keys.length)
    oldKeys.forEach((id, slot) => {
      if (id !== freeSlot) put(id, oldValues[slot] ?? null)
    })
  }
  /** Empties a slot: later entries of the same run move back into it, but never before their home slot. */
  function closeGap(removedSlot: number): void {
    let emptySlot = removedSlot
    for (let slot = (removedSlot + 1) & mask; ; slot = (slot + 1) & mask) {
      const id = keys[slot] ?? freeSlot
      if (id === freeSlot) break
      if (((slot - homeSlotOf(id)) & mask) < ((slot - emptySlot) & mask)) continue
      keys[emptySlot] = id
      values[emptySlot] = values[slot] ?? null
      emptySlot = slot
    }
    keys[emptySlot] = freeSlot
    values[emptySlot] = null
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
      closeGap(slotOf(id))
    },
    size: () => size,
  }
}
