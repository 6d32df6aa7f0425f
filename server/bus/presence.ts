import type { Present } from './port.ts'

const maxPerAccount = 5

type Seat = Present & { readonly gateway: string }
/** The sockets of one user, oldest first, and how many of them each gateway has. */
type Seats = { readonly all: Set<Seat>; readonly gateways: Map<string, number> }
const nowhere: ReadonlyMap<string, number> = new Map()

/**
 * The sockets of all gateways, by account. A sixth socket of an account, or of one of its API keys, takes the place of
 * the oldest of its kind.
 */
export function createPresence(onReplaced: (gateway: string, sid: string) => void) {
  const bySid = new Map<string, Seat>()
  const byUser = new Map<number, Seats>()

  const leave = (sid: string) => {
    const seat = bySid.get(sid)
    const seats = seat && byUser.get(seat.caller.user)
    if (!seats) return
    bySid.delete(sid)
    seats.all.delete(seat)
    const left = (seats.gateways.get(seat.gateway) ?? 1) - 1
    if (left > 0) seats.gateways.set(seat.gateway, left)
    else seats.gateways.delete(seat.gateway)
    if (seats.all.size === 0) byUser.delete(seat.caller.user)
  }
  return {
    enter: (gateway: string, { sid, caller }: Present) => {
      if (bySid.has(sid)) return
      const seat = { sid, caller, gateway }
      const seats = byUser.get(caller.user) ?? { all: new Set<Seat>(), gateways: new Map<string, number>() }
      byUser.set(caller.user, seats)
      bySid.set(sid, seat)
      seats.all.add(seat)
      seats.gateways.set(gateway, (seats.gateways.get(gateway) ?? 0) + 1)
      const alike = [...seats.all].filter((each) => each.caller.apiKey?.no === caller.apiKey?.no)
      const [oldest] = alike
      if (alike.length <= maxPerAccount || !oldest) return
      leave(oldest.sid)
      onReplaced(oldest.gateway, oldest.sid)
    },
    leave,
    /** A gateway is gone, with all its sockets. */
    leaveAll: (gateway: string) => {
      for (const seat of bySid.values()) if (seat.gateway === gateway) leave(seat.sid)
    },
    /** The gateways at which a user has a socket. */
    gatewaysOf: (user: number): Iterable<string> => (byUser.get(user)?.gateways ?? nowhere).keys(),
  }
}
