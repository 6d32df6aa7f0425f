import { assets } from '#contract/assets/assets.ts'
import type { FlashCoins } from '#contract/assets/assets-moves.ts'
import { useCall } from '#src/actors/use-call.ts'
import type { useTranslation } from 'react-i18next'

/** A coin with its rules and the caller's free balance of the spot account. */
export type OwnCoin = FlashCoins['left'][number]
export type Say = ReturnType<typeof useTranslation<['wallet', 'refusals', 'ui']>>['t']

/** The coins of the spot account, with the limits of exchanging them. */
export const useCoins = () => useCall(assets.flashCoins, {})
/** The enabled networks of a coin; none while it cannot be deposited or withdrawn. */
export const openNetworks = ({ networks }: Pick<OwnCoin, 'networks'>) => networks.filter(({ enabled }) => enabled)
