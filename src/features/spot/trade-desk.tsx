import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { TradeKeys } from '#src/parts/trade/trade-keys.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import { useTicket, type Begin } from './use-ticket.ts'

/** The docks and their library are loaded by desks alone. */
const TradeDeskLayout = lazy(async () => ({
  default: (await import('#src/parts/trade/trade-desk-layout.tsx')).TradeDeskLayout,
}))

/** Head, last price and tools of the book, in px. */
const bookRest = 92

type Props = { readonly pair: PairRules; readonly market: string; readonly begin: Begin; readonly onPick: () => void }

/** The trade page on desktops: chart, book, deals, ticket and orders side by side. */
export function TradeDesk({ pair, market, begin, onPick }: Props) {
  const { t } = useTranslation('spot')
  const state = useTicket(pair, market, begin)
  const sideKey = (side: 'buy' | 'sell') => () => {
    state.change({ side })
    document.querySelector<HTMLElement>('form input[name="amount"], form input[name="total"]')?.focus()
  }
  return (
    <>
      <TradeKeys
        onBuy={sideKey('buy')}
        onSell={sideKey('sell')}
        onPick={onPick}
        words={{ buy: t('buyCoin', { coin: pair.currency_name }), sell: t('sellCoin', { coin: pair.currency_name }) }}
      />
      <Suspense fallback={<Skeleton lines={6} height={56} />}>
        <TradeDeskLayout
          page="spot"
          market={market}
          chart={(period, height) => <CandleChart market={market} period={period} height={height} />}
          ticket={<TicketForm pair={pair} state={state} />}
          book={(rows) => <BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />}
          bookRest={bookRest}
          orders={<OrdersPanel pair={pair} wished={state.wished} />}
        />
      </Suspense>
    </>
  )
}
