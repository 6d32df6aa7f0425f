/** How one is paid. Odd spellings of the wire end here. */
export const bankPaths = {
  banks: '/pages/bankbind/index',
  addBank: '/pages/bankbind/addbank',
} as const
