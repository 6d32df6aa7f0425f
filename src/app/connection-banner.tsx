import { useStream } from '#src/lib/use-stream.ts'
import { useFloor } from '#src/parts/floor.tsx'
import { useIsLoggedIn } from '#src/parts/use-session.ts'
import { unknownConnection } from '#src/parts/status-dot.tsx'
import { Banner } from '#src/ui/banner.tsx'
import type { ConnectionView } from '#streams/feeds.ts'
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
  const { feeds } = useFloor()
  const trouble = troubleOf(useStream(feeds.connection$, unknownConnection), useIsLoggedIn())
  const isLasting = useLasting(trouble !== null)
  if (trouble === null || !isLasting) return null
  return (
    <Banner kind={trouble === 'reconnecting' ? 'plain' : 'warning'} icon={trouble === 'offline' ? 'offline' : 'refresh'}>
      {t(`banner.${trouble}`)}
    </Banner>
  )
}

const useLasting = (isSo: boolean) => {
  const [isLasting, setIsLasting] = useState(false)
  useEffect(() => {
    if (!isSo) return setIsLasting(false)
    const patience = setTimeout(() => setIsLasting(true), patienceMs)
    return () => clearTimeout(patience)
  }, [isSo])
  return isLasting
}
