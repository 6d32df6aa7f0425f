/**
 * Postpones work until every holder that started before it has released. An operation that awaits the store retains
 * what would otherwise be dropped from memory meanwhile: evicted rows, and answers that are stored.
 */
export function createRetention() {
  let tickets = 0
  const activeTickets = new Set<number>()
  let postponed: { before: number; work: () => void }[] = []
  return {
    /** Runs `work` now if nothing retains, otherwise after all current holders have released. */
    run: (work: () => void) => {
      if (activeTickets.size === 0) work()
      else postponed.push({ before: tickets, work })
    },
    /** Postpones all work passed to `run` from now on, until the returned function is called. */
    retain: () => {
      const ticket = (tickets += 1)
      activeTickets.add(ticket)
      return () => {
        activeTickets.delete(ticket)
        // Tickets increase and a Set iterates in insertion order, so the first one is the oldest.
        const [oldest = Infinity] = activeTickets
        const due = postponed.filter(({ before }) => before < oldest)
        if (due.length === 0) return
        postponed = postponed.slice(due.length)
        for (const { work } of due) work()
      }
    },
  }
}
