import { withQuery } from './query.ts'

const at = {
  withdraw: '/pages/assets/withdraw/index',
  withdrawCoin: '/pages/assets/withdraw/detail',
  withdrawBank: '/pages/assets/withdraw/detail2',
  withdrawBankDone: '/pages/assets/withdraw/detail2_finish',
  withdrawCard: '/pages/assets/withdraw/bank/bank',
  addresses: '/pages/user/address/address',
  createAddress: '/pages/user/address/create',
  addressBook: '/pages/user/address/index',
} as const

/** Paths of withdrawals and their addresses; their odd spellings occur only here. */
export const withdrawPaths = {
  ...at,
  doneOf: (id: number) => withQuery(at.withdrawBankDone, { id }),
  cardBackTo: (backpage: string) => withQuery(at.withdrawCard, { backpage }),
  coinOf: (currency: number) => withQuery(at.withdrawCoin, { currency }),
  bookOf: (currency: number) => withQuery(at.addressBook, { currency }),
  createFor: (currency: number | undefined, backpage: string | undefined) =>
    withQuery(at.createAddress, { currency, backpage }),
} as const
