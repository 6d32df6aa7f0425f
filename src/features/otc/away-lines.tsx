import { TurnLink } from './turn-link.tsx'
import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { useTranslation } from 'react-i18next'
import { useAway } from './use-away.ts'

const wayTo = (order: OtcOrder) => `${isOtcOrderOver(order) ? otcPaths.otcPastOrder : otcPaths.otcOrder}?id=${order.id}`

/** What has changed since the orders were looked at last; a line goes when its order is opened. */
export function AwayLines() {
  const { t } = useTranslation('otc')
  const changed = useAway()
  if (changed.length === 0) return null
  return (
    <Stack as="section" gap={2} aria-label={t('away.title')}>
      <Box as="h2" size={3}>
        {t('away.title')}
      </Box>
      {changed.map((order) => (
        <TurnLink
          key={order.id}
          to={wayTo(order)}
          icon="history"
          text={t('away.line', { no: order.order_no, status: t(`status.${order.status}`) })}
        />
      ))}
    </Stack>
  )
}
