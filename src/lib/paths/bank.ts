import { withQuery } from './query.ts'

const at = {
  banks: '/pages/bankbind/index',
  addBank: '/pages/bankbind/addbank',
} as const

/** Paths of the payment methods; their odd spellings occur only here. */
export const bankPaths = {
  ...at,
  wayOf: (way: string) => withQuery(at.addBank, { way }),
  /** A further method of a way that is bound. */
  moreOf: (way: string) => withQuery(at.addBank, { way, more: 1 }),
} as const
