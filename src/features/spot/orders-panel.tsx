import type { Pair } from '#contract/market.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenOrders } from './open-orders.tsx'
import { OrderHistory } from './order-history.tsx'
import styles from './trade.module.css'

/** What waits and what has ended, of this pair or of all. */
export function OrdersPanel({ pair }: { readonly pair: Pair }) {
  const { t } = useTranslation('spot')
  const [tab, setTab] = useState<'open' | 'history'>('open')
  const [isOnlyThis, setIsOnlyThis] = useState(false)
  const symbol = isOnlyThis ? pair.symbol : null
  const tabs = [
    { value: 'open' as const, label: t('openOrders') },
    { value: 'history' as const, label: t('history') },
  ]
  return (
    <section className={styles.orders} aria-label={t('orders')}>
      <Tabs label={t('orders')} tabs={tabs} value={tab} onChange={setTab}>
        <Checkbox isChecked={isOnlyThis} onChange={setIsOnlyThis}>
          {t('onlyThis')}
        </Checkbox>
        {tab === 'open' ? (
          <OpenOrders symbol={symbol} />
        ) : (
          <OrderHistory key={String(symbol)} symbol={symbol} coins={symbol === null ? null : { currency_id: pair.currency_id, legal_id: pair.legal_id }} />
        )}
      </Tabs>
    </section>
  )
}
