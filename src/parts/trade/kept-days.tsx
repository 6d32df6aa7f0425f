import { useConfig } from '#src/stores/config.ts'
import { Note } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'

/** Below a history: for how many days what ended without a trade stays in it. */
export function KeptDays() {
  const { t } = useTranslation('trigger')
  const count = useConfig(({ setting }) => setting?.keep_days)
  return count === undefined ? null : (
    <Note pad={4} align="center">
      {t('leaves', { count })}
    </Note>
  )
}
