import { launchPhaseAt, type LaunchPhase, type LaunchProduct } from '#contract/launch/launch.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useServices } from '#src/actors/services.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Row } from '#src/ui/box.tsx'
import { Countdown } from '#src/ui/countdown.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'

/** Where a product stands by the server's clock. */
export const phaseNow = (product: LaunchProduct, now: number): LaunchPhase =>
  launchPhaseAt(product, compareDec(product.last_num, '0') === 0, Math.max(now, product.server_now_ms))

const nextOf = (
  { start_ms, end_ms, online_ms }: LaunchProduct,
  phase: LaunchPhase,
): { word: 'opens' | 'closes' | 'launches'; at: number } | null =>
  phase === 'upcoming'
    ? { word: 'opens', at: start_ms }
    : phase === 'subscribing'
      ? { word: 'closes', at: end_ms }
      : phase === 'launched'
        ? null
        : { word: 'launches', at: online_ms }

/** What happens to a product next, with the time that is left. */
export function LaunchClock({ product, onEnd }: { readonly product: LaunchProduct; readonly onEnd: () => void }) {
  const { t } = useTranslation('launch')
  const { serverNow } = useServices()
  const shown = useNumbers()
  const phase = phaseNow(product, serverNow())
  const next = nextOf(product, phase)
  return (
    <Row as="p" size={2} tone={2} wraps gap={1} sideGap={2} data-phase={phase}>
      <Icon name={next === null ? 'check' : 'clock'} size={16} />
      <span>{next === null ? t('launchedAt', { time: shown.time(product.online_time) }) : t(`in.${next.word}`)}</span>
      {next !== null && (
        <Box as="span" tone={1}>
          <Countdown key={next.at} deadlineMs={next.at} now={serverNow} onEnd={onEnd} />
        </Box>
      )}
    </Row>
  )
}
