import { Checkbox } from '#src/ui/checkbox.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { memo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenOrders } from './open-orders.tsx'
import { OrderHistory } from './order-history.tsx'
import type { PairRules } from './ticket-sums.ts'
import styles from './trade.module.css'

type Shelf = 'open' | 'history' | 'deals'

/** What waits and what has ended, of this pair or of all; on a phone the trades of the market stand beside them. */
export const OrdersPanel = memo(function OrdersPanel({ pair, deals }: { readonly pair: PairRules; readonly deals?: ReactNode }) {
  const { t } = useTranslation(['spot', 'market'])
  const [tab, setTab] = useState<Shelf>('open')
  const [isOnlyThis, setIsOnlyThis] = useState(false)
  const symbol = isOnlyThis ? pair.symbol : null
  const coins = symbol === null ? null : { currency_id: pair.currency_id, legal_id: pair.legal_id }
  const tabs = [
    { value: 'open' as const, label: t('openOrders') },
    { value: 'history' as const, label: t('history') },
    ...(deals === undefined ? [] : [{ value: 'deals' as const, label: t('market:deals') }]),
  ]
  const only = (
    <Checkbox isChecked={isOnlyThis} onChange={setIsOnlyThis}>
      {t('onlyThis')}
    </Checkbox>
  )
  return (
    <section className={styles.orders} aria-label={t('orders')}>
      <Tabs label={t('orders')} tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'open' && <OpenOrders symbol={symbol} filter={only} />}
        {tab === 'history' && (
          <>
            {only}
            <OrderHistory key={String(symbol)} symbol={symbol} coins={coins} />
          </>
        )}
        {tab === 'deals' && deals}
      </Tabs>
    </section>
  )
})
