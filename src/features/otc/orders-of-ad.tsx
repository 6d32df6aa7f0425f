import { Stack } from '#src/ui/box.tsx'
import type { Ad, OtcMarket } from '#contract/otc/otc-order.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { Link } from '#src/parts/link.tsx'
import { useTranslation } from 'react-i18next'
import styles from './otc.module.css'
import { useOpenOtcOrders, useOtcFormat } from './use-otc.ts'

/** The open orders of one of the caller's ads; nothing while there are none. */
export function OrdersOfAd({ ad, market }: { readonly ad: Pick<Ad, 'id'>; readonly market: OtcMarket | null }) {
  const { t } = useTranslation('otc')
  const { orders } = useOpenOtcOrders()
  const { fiat } = useOtcFormat(market)
  const own = (orders ?? []).filter(({ ad_id }) => ad_id === ad.id)
  if (own.length === 0) return null
  return (
    <section className={styles.box} aria-label={t('openOrdersOfAd')}>
      <h2>{t('openOrdersOfAd')}</h2>
      <Stack as="ul" gap={3} className={styles.timeline}>
        {own.map(({ id, order_no, total_amount, fiat: code, status }) => (
          <li key={id}>
            <Link
              to={`${otcPaths.otcOrder}?id=${id}`}
            >{`${fiat(total_amount, code)} · ${t(`status.${status}`)} · ${order_no}`}</Link>
          </li>
        ))}
      </Stack>
    </section>
  )
}
