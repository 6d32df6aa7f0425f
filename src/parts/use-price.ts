import { usePairPrice, type PairPrice } from './use-pair-price.ts'

export const usePrice = usePairPrice
export type ShowPrice = PairPrice
