import { assets } from '#contract/assets/assets.ts'
import type { FlashCoins } from '#contract/assets/assets-moves.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'

/** A coin with its rules and the caller's free balance of the spot account. */
export type OwnCoin = FlashCoins['left'][number]

/** The coins of the spot account, with the limits of exchanging them. */
export const useCoins = () => {
  const { request } = useServices()
  return useRead('coins', (signal) => request.read(assets.flashCoins, {}, { signal }))
}
/** The enabled networks of a coin; none while it cannot be deposited or withdrawn. */
export const openNetworks = ({ networks }: Pick<OwnCoin, 'networks'>) => networks.filter(({ enabled }) => enabled)
