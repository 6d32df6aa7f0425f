import { isTriggerAhead, isTriggerOver, triggers, type Trigger } from '#contract/trigger/trigger.ts'
import { createOwnList } from '#streams/kit/own-list.ts'

/** The caller's live triggers, of all products. */
export const ownTriggers = createOwnList<Trigger, 'live'>({
  isAhead: isTriggerAhead,
  isOver: isTriggerOver,
  entityOf: (event) => (event.ev === 'trigger.changed' ? event.v : null),
  statuses: ['live'],
  readPage: async (read, asked) => {
    const reply = await read(triggers.list, asked)
    return reply.ok ? { ok: true, value: reply.value.data } : reply
  },
})
