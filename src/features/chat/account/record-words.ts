import type { AccountRecord, RecordType } from '#contract/chat/chat-account.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

export const recordTypes = [
  'packet',
  'transfer',
  'recharge',
  'withdrawal',
  'spend',
  'other',
] as const satisfies readonly RecordType[]

/** What a record is called: a note as its owner called it, a line of the ledger by its kind. */
export function useRecordTitle() {
  const { t, i18n } = useTranslation('assets')
  return useCallback(
    ({ source, tradeTitle }: Pick<AccountRecord, 'source' | 'tradeTitle'>) => {
      if (source === 'own') return tradeTitle
      const key = `types.${tradeTitle}`
      return t(i18n.exists(key, { ns: 'assets' }) ? key : 'types.other')
    },
    [t, i18n],
  )
}
/** What a record has brought: below zero if it went out. */
export const signedOf = ({ tradeDirection, tradeValue }: Pick<AccountRecord, 'tradeDirection' | 'tradeValue'>) =>
  tradeDirection === 'in' ? tradeValue : `-${tradeValue}`
