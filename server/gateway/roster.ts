import { closeCodes } from '#contract/wire/close.ts'
import type { Peer } from './peer.ts'

const perAccount = 5
const perAddress = 200

/** Who is connected: all, by account, by address; an account's sixth socket ends its oldest. */
export function createRoster(onCount: (open: number) => void) {
  const peers = new Set<Peer>()
  const byUser = new Map<number, Set<Peer>>()
  const byAddress = new Map<string, number>()
  return {
    peers,
    byUser,
    isCrowded: (address: string) => (byAddress.get(address) ?? 0) >= perAddress,
    join: (peer: Peer, address: string) => {
      peers.add(peer)
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      onCount(peers.size)
    },
    ready: (peer: Peer) => {
      const user = peer.caller()?.user ?? 0
      const mine = byUser.get(user) ?? new Set<Peer>()
      mine.add(peer)
      byUser.set(user, mine)
      const [oldest] = mine
      if (mine.size > perAccount) oldest?.bye(closeCodes.replaced, 'replaced by another')
    },
    leave: (peer: Peer, address: string) => {
      peer.end()
      peers.delete(peer)
      const user = peer.caller()?.user
      if (user !== undefined) {
        byUser.get(user)?.delete(peer)
        if (byUser.get(user)?.size === 0) byUser.delete(user)
      }
      const left = (byAddress.get(address) ?? 1) - 1
      if (left > 0) byAddress.set(address, left)
      else byAddress.delete(address)
      onCount(peers.size)
    },
  }
}
