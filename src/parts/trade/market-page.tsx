import { isMarket, symbolOf, type Pair } from '#contract/market/market.ts'
import { go } from '#src/lib/hash-location.ts'
import { marketPaths } from '#src/lib/paths/market.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useSettings } from '#src/stores/settings.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FavouriteStar } from './favourite-star.tsx'
import { MarketHead } from './market-head.tsx'
import { PairPicker } from './pair-picker.tsx'

/** The market that is asked for, or else the last one; it is the last one from now on. */
export function useMarket(asked: string | undefined): string {
  const lastMarket = useSettings((settings) => settings.lastMarket)
  const setSettings = useSettings((settings) => settings.set)
  const market = isMarket(asked) ? asked : lastMarket
  useEffect(() => {
    if (market !== lastMarket) setSettings({ lastMarket: market })
  }, [market, lastMarket, setSettings])
  return market
}

type Shown = { readonly isDesk: boolean; readonly isChart: boolean; readonly onPick: () => void }
type Props = {
  readonly title: string
  readonly market: string
  /** Once it is known. */
  readonly pair: Pick<Pair, 'symbol'> | string
  readonly hasBack: boolean
  readonly onMarket: (market: string) => void
  readonly children: (shown: Shown) => ReactNode
}

/** The page of one market: its head, the way to its chart, and the choice of another one. */
export function MarketPage({ title, market, pair, hasBack, onMarket, children }: Props) {
  const { t } = useTranslation('market')
  const [isPicking, setIsPicking] = useState(false)
  const [isChart, setIsChart] = useState(false)
  const onPick = useCallback(() => setIsPicking(true), [])
  const isDesk = useIsDesktop()
  return (
    <Page
      title={`${title} ${symbolOf(market)}`}
      hasBack={hasBack}
      isWide
      isFilled={isDesk}
      head={<MarketHead market={market} onPick={onPick} isDesk={isDesk} />}
      actions={
        <>
          {typeof pair === 'object' && <FavouriteStar pair={pair} />}
          {isDesk ? (
            <IconButton icon="candles" label={t('openKline')} onClick={() => go(marketPaths.klineOf(market))} />
          ) : (
            <IconButton
              icon="candles"
              label={t('chart')}
              aria-expanded={isChart}
              onClick={() => setIsChart(!isChart)}
            />
          )}
        </>
      }
    >
      {children({ isDesk, isChart, onPick })}
      <PairPicker
        isOpen={isPicking}
        onClose={() => setIsPicking(false)}
        onPick={(next) => {
          setIsPicking(false)
          onMarket(next)
        }}
      />
    </Page>
  )
}
