import { ServicesContext, useServices } from '#src/actors/services.tsx'
import type { Feeds } from '#streams/feeds.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { stageOf } from './stage.actors.ts'

/** Everything below it is told samples; no call and no frame leaves the page. */
export function Stage({ children }: { readonly children: ReactNode }) {
  const services = useServices()
  const [nowMs] = useState(Date.now)
  const staged = useMemo(() => stageOf(services, nowMs), [services, nowMs])
  return <ServicesContext value={staged}>{children}</ServicesContext>
}

/** The same with other streams: keep `feeds` the same object. */
export function Told({ feeds, children }: { readonly feeds: Partial<Feeds>; readonly children: ReactNode }) {
  const services = useServices()
  const other = useMemo(() => ({ ...services, feeds: { ...services.feeds, ...feeds } }), [services, feeds])
  return <ServicesContext value={other}>{children}</ServicesContext>
}
