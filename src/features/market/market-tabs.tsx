import { useStream } from '#src/lib/use-stream.ts'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { DepthView } from '#src/parts/chart/depth-view.tsx'
import { useServices } from '#src/actors/services.tsx'
import { OrderBook } from '#src/parts/trade/order-book.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './kline-page.module.css'

type Props = {
  readonly market: string
  readonly scale: number
  readonly height: number
  readonly onPick: (price: string) => void
}
type Shown = 'book' | 'deals' | 'depth'

/** The content below the chart: book, trades, depth. Only the visible tab is subscribed. */
export function MarketTabs({ market, scale, height, onPick }: Props) {
  const { t } = useTranslation('market')
  const [shown, setShown] = useState<Shown>('book')
  const tabs = [
    { value: 'book' as const, label: t('book') },
    { value: 'deals' as const, label: t('deals') },
    { value: 'depth' as const, label: t('depth') },
  ]
  return (
    <section className={styles.below}>
      <Tabs label={market} tabs={tabs} value={shown} onChange={setShown}>
        <div className={styles.panel} style={{ minBlockSize: height }}>
          {shown === 'book' && <Book market={market} scale={scale} height={height} onPick={onPick} />}
          {shown === 'deals' && <DealsList market={market} height={height} />}
          {shown === 'depth' && <Depth market={market} scale={scale} />}
        </div>
      </Tabs>
    </section>
  )
}

const rowHeight = 22

function Book({ market, scale, height, onPick }: Props) {
  const tick = scale === 0 ? '1' : `0.${'1'.padStart(scale, '0')}`
  return (
    <OrderBook
      market={market}
      tick={tick}
      rows={Math.floor(height / rowHeight)}
      layout="wide"
      height={height}
      onPick={onPick}
    />
  )
}

function Depth({ market, scale }: Pick<Props, 'market' | 'scale'>) {
  const { feeds } = useServices()
  return <DepthView market={market} book={useStream(feeds.orderBook$(market), loading)} scale={scale} />
}
