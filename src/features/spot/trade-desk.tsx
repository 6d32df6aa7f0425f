import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { TradeKeys } from '#src/parts/trade/trade-keys.tsx'
import { TradeDeskLayout } from '#src/parts/trade/trade-layout.tsx'
import { useTranslation } from 'react-i18next'
import { BookPanel } from './book-panel.tsx'
import { OrdersPanel } from './orders-panel.tsx'
import type { PairRules } from './ticket-sums.ts'
import { TicketForm } from './ticket.tsx'
import { useTicket, type Begin } from './use-ticket.ts'

const rows = 12

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
      <TradeKeys onBuy={sideKey('buy')} onSell={sideKey('sell')} onPick={onPick} words={{ buy: t('buyCoin', { coin: pair.currency_name }), sell: t('sellCoin', { coin: pair.currency_name }) }} />
      <TradeDeskLayout
        market={market}
        chart={(period) => <CandleChart market={market} period={period} height={440} />}
        ticket={<TicketForm pair={pair} state={state} />}
        book={<BookPanel pair={pair} market={market} rows={rows} onPick={state.pick} />}
        orders={<OrdersPanel pair={pair} />}
      />
    </>
  )
}
