import { formatMinute } from '#src/lib/format.ts'
import { useSession } from '#src/stores/session.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'

/** Shown on the login page: when and why the server ended the session. */
export function EndedNote() {
  const { t, i18n } = useTranslation('shell')
  const ended = useSession((session) => session.ended)
  if (ended === null) return null
  return (
    <Banner kind="warning" icon="warning">
      {t(`ended.${ended.why ?? 'unknown'}`, { time: formatMinute(ended.atMs, i18n.language) })}
    </Banner>
  )
}
