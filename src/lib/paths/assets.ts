import { withQuery } from './query.ts'

const at = {
  assets: '/pages/assets/index',
  tradeAccount: '/pages/assets/tradeAccount',
  records: '/pages/assets/record',
  statement: '/pages/assets/statement',
  transfer: '/pages/assets/transfer/index',
  transferRecords: '/pages/assets/transfer/record',
  flash: '/pages/assets/transfersd/index',
  gift: '/pages/assets/transfersd/hzindex',
  giftRecords: '/pages/assets/transfersd/hzrecord',
  release: '/pages/assets/transfersd/sf',
} as const

/**
 * Paths of balances and transfers; `flash` is an exchange of coins, `gift` a transfer to another user, `release` the
 * end of a pledge. Their odd spellings occur only here.
 */
export const assetsPaths = {
  ...at,
  tradeAccountOf: (currency: number) => withQuery(at.tradeAccount, { currency }),
  /** A transfer from the spot account, filled in, with the way back. */
  transferTo: (into: {
    readonly currency: number
    readonly account: string
    readonly to: string
    readonly amount: string
    readonly backpage: string
  }) => withQuery(at.transfer, into),
  recordsShowing: (show: 'deposits' | 'withdrawals' | 'remittances') => withQuery(at.records, { show }),
  recordsOf: (currency: number) => withQuery(at.records, { currency }),
} as const
