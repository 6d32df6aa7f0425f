import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The name of a kind of booking; an unknown kind gets a general name. */
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
