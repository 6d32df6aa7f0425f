import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Charts, LoadCharts } from './chart.ts'
import type { Inspection } from './inspection.ts'

/** Runs an inspection as long as the component is mounted, and renders it again when something was seen. */
export function useInspection(inspection: Inspection): void {
  useEffect(() => inspection.hold(), [inspection])
  useSyncExternalStore(inspection.recorder.subscribe, inspection.recorder.version)
}

const known = new WeakMap<LoadCharts, Charts>()
/** The charts of all machines, loaded when the first is drawn; null until then. */
export function useCharts(load: LoadCharts): Charts | null {
  const [loaded, setLoaded] = useState(() => known.get(load) ?? null)
  useEffect(() => {
    if (loaded !== null) return
    let isWanted = true
    load().then(
      (all) => {
        known.set(load, all)
        if (isWanted) setLoaded(all)
      },
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [load, loaded])
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
