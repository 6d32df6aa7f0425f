import { go, hereWith, useQuery } from '#src/lib/hash-location.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { leverPairOf } from '#src/parts/lever/account.ts'
import { MarketPage, useMarket } from '#src/parts/trade/market-page.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LeverView } from './lever-view.tsx'
import styles from './lever.module.css'

type Props = {
  /** On the contracts tab: the switch to option rounds. */
  readonly switcher?: ReactNode
}

/** The lever: a market with its ticket, positions and account. */
export function LeverPage({ switcher }: Props) {
  const { t } = useTranslation('lever')
  const { feeds } = useServices()
  const market = useMarket(useQuery()['market'])
  const pair = usePart(feeds.tickers$, loading, (pairs) => leverPairOf(pairs, market))
  return (
    <MarketPage
      title={t('title')}
      market={market}
      pair={pair}
      hasBack={switcher === undefined}
      onMarket={(next) => go(hereWith('market', next), { replace: true })}
    >
      {({ isDesk, isChart, onPick }) => (
        <>
          {switcher !== undefined && <div className={styles.switcher}>{switcher}</div>}
          {typeof pair === 'object' ? (
            <LeverView key={market} pair={pair} market={market} isChart={isChart} isDesk={isDesk} onPick={onPick} />
          ) : pair === 'loading' ? (
            <Skeleton lines={6} height={56} />
          ) : (
            <Empty text={t('noMarket')} icon="search" />
          )}
        </>
      )}
    </MarketPage>
  )
}
