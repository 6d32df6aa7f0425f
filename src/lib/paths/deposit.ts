/** Paths of deposits; their odd spellings occur only here. */
export const depositPaths = {
  deposit: '/pages/assets/deposit/index',
  depositMobile: '/pages/assets/depositm/index',
  charge: '/pages/assets/deposit/charge',
  chargeBank: '/pages/assets/deposit/charge2',
  chargeBankDone: '/pages/assets/deposit/charge2_finish',
} as const
