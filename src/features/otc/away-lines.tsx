import type { OtcOrder } from '#contract/otc/otc-order.ts'
import { isOtcOrderOver } from '#contract/otc/otc-steps.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Link } from '#src/parts/link.tsx'
import { Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'
import styles from './otc.module.css'
import { useAway } from './use-away.ts'

const wayTo = (order: OtcOrder) => `${isOtcOrderOver(order) ? otcPaths.otcPastOrder : otcPaths.otcOrder}?id=${order.id}`

/** What has changed since the orders were looked at last; a line goes when its order is opened. */
export function AwayLines() {
  const { t } = useTranslation('otc')
  const changed = useAway()
  if (changed.length === 0) return null
  return (
    <Stack as="section" gap={2} className={styles.away} aria-label={t('away.title')}>
      <h2>{t('away.title')}</h2>
      {changed.map((order) => (
        <Link key={order.id} to={wayTo(order)} className={styles.turn}>
          <Icon name="history" size={20} />
          <span>{t('away.line', { no: order.order_no, status: t(`status.${order.status}`) })}</span>
          <Icon name="chevron-right" size={18} />
        </Link>
      ))}
    </Stack>
  )
}
