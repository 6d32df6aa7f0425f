import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { unknownConnection } from '#src/parts/status-dot.tsx'
import { Banner } from '#src/ui/banner.tsx'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

/** How long a trouble lasts before it is told. A lost line has waited its three seconds before it is called lost. */
const patienceMs = { offline: 1000, checking: 1000, stopped: 3000, reconnecting: 0 } as const
type Trouble = keyof typeof patienceMs

/** What is worth a banner. Without a login there is no socket, so polling is no trouble then. */
const troubleOf = ({ state }: ConnectionView, isLoggedIn: boolean): Trouble | null => {
  if (state === 'offline' || state === 'checking') return state
  // After a logout nothing is meant to be live; the login page says why one is out.
  if (state === 'stopped') return isLoggedIn ? state : null
  return isLoggedIn && (state === 'reconnecting' || state === 'polling') ? 'reconnecting' : null
}

/** The one banner of the app about its line: only when a trouble has lasted. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const connection = useStream(feeds.connection$, unknownConnection)
  const trouble = troubleOf(connection, useIsLoggedIn())
  const isLasting = useLasting(trouble !== null, trouble === null ? 0 : patienceMs[trouble])
  if (trouble === null || !isLasting) return null
  return (
    <Banner kind={trouble === 'reconnecting' ? 'plain' : 'warning'} icon={trouble === 'offline' || trouble === 'checking' ? 'offline' : 'refresh'}>
      {t(`banner.${trouble}`)}
    </Banner>
  )
}

const useLasting = (isSo: boolean, afterMs: number) => {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return setIsLasting(false)
    const patience = setTimeout(() => setIsLasting(true), afterMs)
    return () => clearTimeout(patience)
  }, [isSo, afterMs])
  return isLasting
}
