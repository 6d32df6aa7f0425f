import type { Who } from '#contract/endpoint.ts'
import type { Caller, Rooms } from './handler.ts'
import { Refusal } from './refusal.ts'

/** Refuses who may not make this call at all: not logged in, KYC too low, a power that is missing. */
export const checkWho = (_rooms: Rooms, caller: Caller, who: Who) => {
  if (who === 'any') return
  if (caller.user === 0) throw new Refusal('not_logged_in')
}

/** Refuses a change by a locked account or a client that is too old. */
export const checkMayChange = (rooms: Rooms, caller: Caller) => {
  if (caller.appVersion !== null && caller.appVersion < rooms.settings.minVersionCode) throw new Refusal('app_too_old')
}
