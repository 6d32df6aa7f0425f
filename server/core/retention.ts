/**
 * Postpones work until everybody has finished who began before it. Whoever waits for the store holds back what would be dropped
 * from memory meanwhile: rows that are evicted, answers that are forgotten.
 */
export function createRetention() {
  let tickets = 0
  const held = new Set<number>()
  let postponed: { before: number; work: () => void }[] = []
  return {
    /** Runs `work` now if nobody holds anything back, otherwise after all who hold back at this moment. */
    run: (work: () => void) => {
      if (held.size === 0) work()
      else postponed.push({ before: tickets, work })
    },
    /** Holds back what is run from now on; the returned function ends it. */
    retain: () => {
      const ticket = (tickets += 1)
      held.add(ticket)
      return () => {
        held.delete(ticket)
        // Tickets rise, so the first one held is the oldest.
        const [oldest = Infinity] = held
        const due = postponed.filter(({ before }) => before < oldest)
        if (due.length === 0) return
        postponed = postponed.slice(due.length)
        for (const { work } of due) work()
      }
    },
  }
}
