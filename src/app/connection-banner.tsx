import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { unknownConnection } from '#src/parts/status-dot.tsx'
import { Banner } from '#src/ui/banner.tsx'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How long a problem lasts before it is shown. `reconnecting` is already delayed by three seconds. */
const patienceMs = { offline: 1000, checking: 1000, stopped: 3000, reconnecting: 0 } as const
type Trouble = keyof typeof patienceMs

/** The states that are shown. Without a login there is no socket, so polling is normal. */
const troubleOf = ({ state }: ConnectionView, isLoggedIn: boolean): Trouble | null => {
  if (state === 'offline' || state === 'checking') return state
  // After a logout no live connection is expected; the login page shows the reason.
  if (state === 'stopped') return isLoggedIn ? state : null
  return isLoggedIn && (state === 'reconnecting' || state === 'polling') ? 'reconnecting' : null
}

/** The connection banner, shown only for a problem that lasts. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const connection = useStream(feeds.connection$, unknownConnection)
  const trouble = troubleOf(connection, useIsLoggedIn())
  const isLasting = useLasting(trouble !== null, trouble === null ? 0 : patienceMs[trouble])
  if (trouble === null || !isLasting) return null
  return (
    <Banner
      kind={trouble === 'reconnecting' ? 'plain' : 'warning'}
      icon={trouble === 'offline' || trouble === 'checking' ? 'offline' : 'refresh'}
    >
      {t(`banner.${trouble}`)}
    </Banner>
  )
}

const useLasting = (isActive: boolean, afterMs: number) => {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isActive) return setIsLasting(false)
    const patience = setTimeout(() => setIsLasting(true), afterMs)
    return () => clearTimeout(patience)
  }, [isActive, afterMs])
  return isLasting
}
