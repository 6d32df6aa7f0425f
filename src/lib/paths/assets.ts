import { withQuery } from './query.ts'

const at = {
  assets: '/pages/assets/index',
  tradeAccount: '/pages/assets/tradeAccount',
  records: '/pages/assets/record',
  transfer: '/pages/assets/transfer/index',
  transferRecords: '/pages/assets/transfer/record',
  gift: '/pages/assets/transfersd/index',
  giftIndex: '/pages/assets/transfersd/hzindex',
  giftRecords: '/pages/assets/transfersd/hzrecord',
  flash: '/pages/assets/transfersd/sf',
} as const

/** Paths of balances and transfers; `gift` is a transfer to another user. Their odd spellings occur only here. */
export const assetsPaths = {
  ...at,
  tradeAccountOf: (currency: number) => withQuery(at.tradeAccount, { currency }),
  recordsOf: (currency: number) => withQuery(at.records, { currency }),
} as const
