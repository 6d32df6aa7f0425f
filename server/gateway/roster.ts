import { closeCodes } from '#contract/wire/close.ts'
import type { Peer } from './peer.ts'

const maxPerAccount = 5
const maxPerAddress = 200

/**
 * The connected sockets, also by account and by address. A sixth socket of an account, or of one of its API keys,
 * closes the oldest of its kind.
 */
export function createRoster(onCount: (open: number) => void) {
  const peers = new Set<Peer>()
  const byUser = new Map<number, Set<Peer>>()
  const byAddress = new Map<string, number>()
  return {
    peers,
    byUser,
    isCrowded: (address: string) => (byAddress.get(address) ?? 0) >= maxPerAddress,
    join: (peer: Peer, address: string) => {
      peers.add(peer)
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1)
      onCount(peers.size)
    },
    ready: (peer: Peer) => {
      const user = peer.caller()?.user ?? 0
      const ofUser = byUser.get(user) ?? new Set<Peer>()
      ofUser.add(peer)
      byUser.set(user, ofUser)
      const alike = [...ofUser].filter((each) => each.caller()?.apiKey?.no === peer.caller()?.apiKey?.no)
      const [oldest] = alike
      if (alike.length > maxPerAccount) oldest?.bye(closeCodes.replaced, 'replaced by another')
    },
    leave: (peer: Peer, address: string) => {
      peer.end()
      peers.delete(peer)
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
