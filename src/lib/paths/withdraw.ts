/** Paths of withdrawals and their addresses; their odd spellings occur only here. */
export const withdrawPaths = {
  withdraw: '/pages/assets/withdraw/index',
  withdrawCoin: '/pages/assets/withdraw/detail',
  withdrawBank: '/pages/assets/withdraw/detail2',
  withdrawBankDone: '/pages/assets/withdraw/detail2_finish',
  withdrawCard: '/pages/assets/withdraw/bank/bank',
  addresses: '/pages/user/address/address',
  createAddress: '/pages/user/address/create',
  addressBook: '/pages/user/address/index',
} as const
