/** Paths of the payment methods; their odd spellings occur only here. */
export const bankPaths = {
  banks: '/pages/bankbind/index',
  addBank: '/pages/bankbind/addbank',
} as const
