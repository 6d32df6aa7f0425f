import type { Pair } from '#contract/market.ts'
import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import { MarketModeBanner } from '#src/parts/trade/market-mode.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { TradeKeys } from '#src/parts/trade/trade-keys.tsx'
import { TradePhoneLayout } from '#src/parts/trade/trade-layout.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountStrip, RiskBanner } from './account-strip.tsx'
import { BookPanel } from './book-panel.tsx'
import { Calculator } from './calculator.tsx'
import { DealButtons } from './deal-buttons.tsx'
import styles from './lever.module.css'
import { OrdersPanel } from './orders-panel.tsx'
import { TicketForm } from './ticket.tsx'
import { useEndToasts } from './use-ended-positions.ts'
import { useLever, type LeverState } from './use-lever.ts'
import { useTicket, type TicketState } from './use-ticket.ts'

/** The docks and their library are loaded by desks alone. */
const TradeDeskLayout = lazy(async () => ({ default: (await import('#src/parts/trade/trade-desk-layout.tsx')).TradeDeskLayout }))

type Props = { readonly pair: Pair; readonly market: string; readonly isChart: boolean; readonly isDesk: boolean; readonly onPick: () => void }

/** One lever market in the phone or the desktop layout. */
export function LeverView({ pair, market, isChart, isDesk, onPick }: Props) {
  const { t } = useTranslation('lever')
  const lever = useLever(pair, market)
  const ticket = useTicket(lever)
  const [isCalculating, setIsCalculating] = useState(false)
  useEndToasts()
  const calculate = () => setIsCalculating(true)
  return (
    <>
      <RiskBanner state={lever} />
      {isDesk && <TradeKeys onBuy={focusDeal('long')} onSell={focusDeal('short')} onPick={onPick} words={{ buy: t('openLong'), sell: t('openShort') }} />}
      <MarketModeBanner price={lever.quote.value} />
      {isDesk ? (
        <Desk lever={lever} ticket={ticket} onCalculate={calculate} />
      ) : (
        <Phone lever={lever} ticket={ticket} isChart={isChart} onCalculate={calculate} />
      )}
      <Calculator state={lever} isOpen={isCalculating} onClose={() => setIsCalculating(false)} />
    </>
  )
}

const focusDeal = (side: 'long' | 'short') => () => document.querySelector<HTMLElement>(`[data-deal="${side}"]`)?.focus()

type LayoutProps = { readonly lever: LeverState; readonly ticket: TicketState; readonly onCalculate: () => void }

/** Applies a price of the book as the limit price. */
const pick = ({ change }: TicketState) => (target: string) => change({ entry: 'limit', target })
const phoneRows = 8
/** Head, last price, mark and index and tools of the book on a desk, in px. */
const bookRest = 136

function Phone({ lever, ticket, isChart, onCalculate }: LayoutProps & { readonly isChart: boolean }) {
  return (
    <TradePhoneLayout
      market={lever.market}
      top={<AccountStrip state={lever} onCalculate={onCalculate} />}
      chart={isChart ? <CandleChart market={lever.market} period="1min" height={260} isCompact /> : null}
      ticket={<TicketForm state={ticket} />}
      book={<BookPanel state={lever} rows={phoneRows} onPick={pick(ticket)} />}
      orders={<OrdersPanel state={lever} deals={<DealsList market={lever.market} height={360} />} />}
      deal={<DealButtons state={ticket} />}
    />
  )
}

function Desk({ lever, ticket, onCalculate }: LayoutProps) {
  return (
    <Suspense fallback={<Skeleton lines={6} height={56} />}>
      <TradeDeskLayout
        page="lever"
        market={lever.market}
        chart={(period, height) => <CandleChart market={lever.market} period={period} height={height} />}
        ticket={
          <div className={styles.tickets}>
            <AccountStrip state={lever} onCalculate={onCalculate} />
            <TicketForm state={ticket} />
            <div className={styles.deal}>
              <DealButtons state={ticket} />
            </div>
          </div>
        }
        book={(rows) => <BookPanel state={lever} rows={rows} onPick={pick(ticket)} />}
        bookRest={bookRest}
        orders={<OrdersPanel state={lever} />}
      />
    </Suspense>
  )
}
