import { kyc } from '#contract/kyc/kyc.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatAge } from '#src/lib/format.ts'
import { Note } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'

/** No review is promised in seconds. */
const leastMs = 60_000

/** How long the last reviews of a level have taken, by the figures of the queue; nothing while there are too few. */
export function UsualWait({ level }: { readonly level: 'primary' | 'advanced' }) {
  const { t, i18n } = useTranslation('kyc')
  const { request } = useServices()
  const { value } = useRead('usual wait', (signal) => request.read(kyc.state, {}, { signal }))
  const waitMs = value?.usual_wait_ms?.[level] ?? null
  return waitMs === null ? null : (
    <Note>{t('usualWait', { time: formatAge(Math.max(leastMs, waitMs), i18n.language) })}</Note>
  )
}
