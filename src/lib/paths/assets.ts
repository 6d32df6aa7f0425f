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
/** What one has, and moving it; `gift` is to another user. Odd spellings of the wire end here. */
export const assetsPaths = {
  ...at,
  tradeAccountOf: (currency: number) => withQuery(at.tradeAccount, { currency }),
  recordsOf: (currency: number) => withQuery(at.records, { currency }),
} as const
