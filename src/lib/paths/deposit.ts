import { withQuery } from './query.ts'

const at = {
  deposit: '/pages/assets/deposit/index',
  depositMobile: '/pages/assets/depositm/index',
  charge: '/pages/assets/deposit/charge',
  chargeBank: '/pages/assets/deposit/charge2',
  chargeBankDone: '/pages/assets/deposit/charge2_finish',
} as const

/** Paths of deposits; their odd spellings occur only here. */
export const depositPaths = {
  ...at,
  chargeOf: (currency: number) => withQuery(at.charge, { currency }),
  doneOf: (id: number) => withQuery(at.chargeBankDone, { id }),
} as const
