import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a booking was for, in words; one that this client does not know is a booking. */
export function useKindName() {
  const { t, i18n } = useTranslation('assets')
  return useCallback(
    (type: number) => {
      const key = `types.${type}`
      return t(i18n.exists(key, { ns: 'assets' }) ? key : 'types.other')
    },
    [t, i18n],
  )
}
