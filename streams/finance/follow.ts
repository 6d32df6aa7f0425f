import { follow, isJoinedAhead, isJoinedOver, type JoinedPlan } from '#contract/finance/follow.ts'
import type { FeedDeps } from '#streams/kit/own-channel.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's joined plans that are in progress. */
const joinedPlans = createOwnList<JoinedPlan, 'in_progress'>({
  isAhead: isJoinedAhead,
  isOver: isJoinedOver,
  entityOf: (event) => (event.ev === 'follow.changed' ? event.v : null),
  statuses: ['in_progress'],
  readPage: async (read, { status, page, limit }) => {
    const reply = await read(follow.joined, { status, page, limit })
    return reply.ok ? { ok: true, value: reply.value.list } : reply
  },
})

/** The caller's own streams of followed plans. */
export const followFeedsOf = ({ own }: FeedDeps) => ({
  /** All joined plans in progress, newest first. */
  joinedPlans$: own.live(joinedPlans.live$),
  /** Each change of a joined plan. */
  joinedPlan$: joinedPlans.received$(own.events$),
})
