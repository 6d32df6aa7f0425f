import { useStream } from '#src/lib/use-stream.ts'
import { Box, Press, Row, Stack } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import type { ConnectionView } from '#streams/kit/connection-view.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useServices } from '#src/actors/services.tsx'
import styles from './status-dot.module.css'

export const unknownConnection: ConnectionView = { state: 'connecting', reason: null, rttMs: null, clockErrorMs: null }

/** The state of the connection as text beside a dot; a tap shows the latency and the error of the clock estimate. */
export function StatusDot() {
  const { t } = useTranslation('shell')
  const { feeds } = useServices()
  const view = useStream(feeds.connection$, unknownConnection)
  const [isOpen, setIsOpen] = useState(false)
  const measured = (ms: number | null) =>
    ms === null ? t('status.unknown') : t('status.ms', { count: Math.round(ms) })
  const facts = [
    [t('status.title'), t(`status.${view.state}`)],
    [t('status.latency'), measured(view.rttMs)],
    [t('status.clock'), measured(view.clockErrorMs)],
  ] as const
  return (
    <>
      <Press
        lay="inline"
        gap={2}
        sidePad={3}
        align="center"
        round="full"
        size={2}
        tone={2}
        isTouch
        data-state={view.state}
        onClick={() => setIsOpen(true)}
      >
        <span className={styles.dot} aria-hidden="true" />
        {t(`status.${view.state}`)}
      </Press>
      <Sheet title={t('status.title')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Stack as="dl" gap={3} blockPad={2}>
          {facts.map(([name, value]) => (
            <Row key={name} justify="between" gap={4}>
              <Box as="dt" tone={2}>
                {name}
              </Box>
              <dd>{value}</dd>
            </Row>
          ))}
        </Stack>
      </Sheet>
    </>
  )
}
