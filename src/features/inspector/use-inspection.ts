import { useServices } from '#src/actors/services.tsx'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Chart } from './chart-layout.ts'
import { inspectionOf, type Inspection } from './inspection.ts'

/**
 * The inspection of this page; it runs as long as the component is mounted, and renders it again when something was
 * seen.
 */
export function useInspection(): Inspection {
  const services = useServices()
  const inspection = useMemo(() => inspectionOf(services), [services])
  useEffect(() => inspection.hold(), [inspection])
  useSyncExternalStore(inspection.recorder.subscribe, inspection.recorder.version)
  return inspection
}

const charts: { known: Readonly<Record<string, Chart>> | null } = { known: null }
const loadCharts = async (): Promise<Readonly<Record<string, Chart>>> => (await import('virtual:charts')).default
/** The charts of all machines, loaded when the first is drawn; null until then. */
export function useCharts(): Readonly<Record<string, Chart>> | null {
  const [loaded, setLoaded] = useState(charts.known)
  useEffect(() => {
    if (loaded !== null) return
    let isWanted = true
    loadCharts().then(
      (all) => {
        charts.known = all
        if (isWanted) setLoaded(all)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [loaded])
  return loaded
}

/** The instant, renewed each second: ages grow also when nothing arrives. */
export function useNow(nowMs: () => number): number {
  const [now, setNow] = useState(nowMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(nowMs()), 1000)
    return () => clearInterval(timer)
  }, [nowMs])
  return Math.max(now, nowMs())
}
