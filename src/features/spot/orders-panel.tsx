import { useOnlyThis } from '#src/parts/trade/use-only-this.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { lazy, memo, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { OpenOrders } from './open-orders.tsx'
import type { PairRules } from './ticket-sums.ts'

const OrderHistory = lazy(async () => ({ default: (await import('./order-history.tsx')).OrderHistory }))
const FillsPanel = lazy(async () => ({ default: (await import('./fills-panel.tsx')).FillsPanel }))

export type Shelf = 'open' | 'history' | 'fills' | 'deals'
/** A wish to see a shelf; another object is another wish. */
export type Wished = { readonly shelf: Shelf }
type Props = { readonly pair: PairRules; readonly wished: Wished | null; readonly deals?: ReactNode }

/** Open and closed orders, of this pair or of all; on phones there is a tab with the trades of the market. */
export const OrdersPanel = memo(function OrdersPanel({ pair, wished, deals }: Props) {
  const { t } = useTranslation(['spot', 'market'])
  const [tab, setTab] = useState<Shelf>('open')
  const panel = useRef<HTMLElement>(null)
  useOnValue(wished, ({ shelf }) => {
    setTab(shelf)
    panel.current?.scrollIntoView({ block: 'nearest' })
  })
  const { symbol, coins, box } = useOnlyThis(pair, t('onlyThis'))
  const tabs = [
    { value: 'open' as const, label: t('openOrders') },
    { value: 'history' as const, label: t('history') },
    { value: 'fills' as const, label: t('myTrades') },
    ...(deals === undefined ? [] : [{ value: 'deals' as const, label: t('market:deals') }]),
  ]
  return (
    <section ref={panel} aria-label={t('orders')}>
      <Tabs label={t('orders')} tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'open' && <OpenOrders pair={pair} symbol={symbol} coins={coins} filter={box} />}
        <Suspense fallback={<Skeleton lines={3} height={72} />}>
          {tab === 'history' && <OrderHistory symbol={symbol} coins={coins} filter={box} />}
          {tab === 'fills' && <FillsPanel key={String(symbol)} coins={coins} box={box} />}
        </Suspense>
        {tab === 'deals' && deals}
      </Tabs>
    </section>
  )
})
