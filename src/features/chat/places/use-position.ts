import { useCallback, useEffect, useRef, useState } from 'react'
import type { Point } from './geo.ts'

export type PositionFault = 'denied' | 'unknown' | 'slow' | 'unsupported'
const waitMs = 15_000

/**
 * The device's position, asked for only when the person wants it. Nothing is asked while the page opens, and nothing is
 * stored.
 */
export function usePosition(onFound?: (point: Point) => void) {
  const [isAsking, setIsAsking] = useState(false)
  const [point, setPoint] = useState<Point | null>(null)
  const [fault, setFault] = useState<PositionFault | null>(null)
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => void (isHere.current = false)
  }, [])
  const ask = useCallback(() => {
    if (!('geolocation' in navigator)) return setFault('unsupported')
    setIsAsking(true)
    setFault(null)
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => {
        if (!isHere.current) return
        const found = { latitude: Math.round(latitude * 1e6) / 1e6, longitude: Math.round(longitude * 1e6) / 1e6 }
        setIsAsking(false)
        setPoint(found)
        onFound?.(found)
      },
      ({ code }) => {
        if (!isHere.current) return
        setIsAsking(false)
        setFault(code === 1 ? 'denied' : code === 3 ? 'slow' : 'unknown')
      },
      { enableHighAccuracy: true, timeout: waitMs, maximumAge: 60_000 },
    )
  }, [onFound])
  return { ask, isAsking, point, fault }
}
