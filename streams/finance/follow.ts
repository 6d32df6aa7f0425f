import { follow, isJoinedAhead, isJoinedOver, type JoinedPlan } from '#contract/finance/follow.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's joined plans that are in progress. */
export const joinedPlans = createOwnList<JoinedPlan, 'in_progress'>({
  isAhead: isJoinedAhead,
  isOver: isJoinedOver,
  entityOf: (event) => (event.ev === 'follow.changed' ? event.v : null),
  statuses: ['in_progress'],
  readPage: async (read, { status, page, limit }) => {
    const reply = await read(follow.joined, { status, page, limit })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  },
})
