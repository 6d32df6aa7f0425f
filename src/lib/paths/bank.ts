import { withQuery } from './query.ts'

const at = {
  banks: '/pages/bankbind/index',
  addBank: '/pages/bankbind/addbank',
} as const

/** Paths of the payment methods; their odd spellings occur only here. */
export const bankPaths = { ...at, wayOf: (way: string) => withQuery(at.addBank, { way }) } as const
