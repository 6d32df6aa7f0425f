import type { Peer } from './peer.ts'

/** Sockets of one address on one gateway, unless the operator says otherwise. */
export const socketsPerAddress = 200

/** The connected sockets of this gateway, also by id, account and address. */
export function createRoster(onCount: (open: number) => void, maxPerAddress = socketsPerAddress) {
  const peers = new Set<Peer>()
  const bySid = new Map<string, Peer>()
  const byUser = new Map<number, Set<Peer>>()
  const byAddress = new Map<string, number>()
  return {
    peers,
    bySid,
    byUser,
    isCrowded: (address: string) => (byAddress.get(address) ?? 0) >= maxPerAddress,
    join: (peer: Peer, address: string) => {
      peers.add(peer)
      bySid.set(peer.sid, peer)
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      onCount(peers.size)
    },
    ready: (peer: Peer) => {
      const user = peer.caller()?.user ?? 0
      const ofUser = byUser.get(user) ?? new Set<Peer>()
      ofUser.add(peer)
      byUser.set(user, ofUser)
    },
    leave: (peer: Peer, address: string) => {
      peer.end()
      peers.delete(peer)
      bySid.delete(peer.sid)
      const user = peer.caller()?.user
      if (user !== undefined) {
        byUser.get(user)?.delete(peer)
        if (byUser.get(user)?.size === 0) byUser.delete(user)
      }
      const remaining = (byAddress.get(address) ?? 1) - 1
      if (remaining > 0) byAddress.set(address, remaining)
      else byAddress.delete(address)
      onCount(peers.size)
    },
  }
}
