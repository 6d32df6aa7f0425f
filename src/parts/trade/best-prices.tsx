import { Press } from '#src/ui/box.tsx'
import { useServices } from '#src/actors/services.tsx'
import { nowOf } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import styles from './best-prices.module.css'

/**
 * Two buttons that take the best bid or the best ask of this moment; they do not follow the book, so they cost no
 * render.
 */
export function BestPrices({ market, onPick }: { readonly market: string; readonly onPick: (price: string) => void }) {
  const { t } = useTranslation('market')
  const { feeds } = useServices()
  const take = (side: 'bids' | 'asks') => {
    const best = nowOf(feeds.orderBook$(market))?.[side][0]?.[0]
    if (best !== undefined) onPick(best)
  }
  return (
    <div className={styles.best}>
      {(['bid', 'ask'] as const).map((side) => (
        <Press
          key={side}
          ground="pressed"
          size={1}
          isCut
          isRelative
          className={styles.one}
          data-side={side}
          onClick={() => take(`${side}s`)}
        >
          {t(side === 'bid' ? 'bestBid' : 'bestAsk')}
        </Press>
      ))}
    </div>
  )
}
