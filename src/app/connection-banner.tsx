import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useIsLoggedIn } from '#src/actors/use-session.ts'
import { unknownConnection } from '#src/parts/status-dot.tsx'
import { Banner } from '#src/ui/banner.tsx'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

const patienceMs = 3000

/** What is worth a banner. Without a login there is no socket, so polling is no trouble then. */
const troubleOf = ({ state }: ConnectionView, isLoggedIn: boolean) => {
  if (state === 'offline' || state === 'stopped') return state
  return isLoggedIn && (state === 'reconnecting' || state === 'polling') ? 'reconnecting' : null
}

/** The one banner of the app about its line: only when a trouble has lasted for three seconds. */
export function ConnectionBanner() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const connection = useStream(feeds.connection$, unknownConnection)
  const trouble = troubleOf(connection, useIsLoggedIn())
  // A lost line is told as lost only after its three seconds; the other troubles wait for them here.
  const isLasting = useLasting(trouble !== null, trouble === 'reconnecting' ? 0 : patienceMs)
  if (trouble === null || !isLasting) return null
  return (
    <Banner kind={trouble === 'reconnecting' ? 'plain' : 'warning'} icon={trouble === 'offline' ? 'offline' : 'refresh'}>
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
