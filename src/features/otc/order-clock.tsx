import { useServices } from '#src/actors/services.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { useEffect, useState } from 'react'
import styles from './otc.module.css'

const tickMs = 500
const toneOf = (share: number) => (share <= 0.1 ? 'danger' : share <= 0.25 ? 'warning' : undefined)

/** The time left of a window; its colour changes when a quarter and when a tenth is left. */
export function OrderClock({ deadlineMs, startMs }: { readonly deadlineMs: number; readonly startMs: number }) {
  const { serverNow } = useServices()
  const shareNow = () => Math.max(0, Math.min(1, (deadlineMs - serverNow()) / Math.max(1, deadlineMs - startMs)))
  const [share, setShare] = useState(shareNow)
  useEffect(() => {
    const ticking = setInterval(() => setShare(shareNow()), tickMs)
    return () => clearInterval(ticking)
  })
  const tone = toneOf(share)
  return (
    <Stack gap={1} items="end" size={4} weight="bold" tone={tone}>
      <Countdown deadlineMs={deadlineMs} now={serverNow} />
      <Box as="progress" tone={tone ?? 'accent'} className={styles.left} max={1} value={share} aria-hidden="true" />
    </Stack>
  )
}
