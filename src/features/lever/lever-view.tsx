import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import type { LeverPair } from '#src/parts/lever/account.ts'
import { MarketModeBanner } from '#src/parts/trade/market-mode.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { TradeKeys } from '#src/parts/trade/trade-keys.tsx'
import { TradePhoneLayout } from '#src/parts/trade/trade-layout.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountStrip, RiskBanner } from './account-strip.tsx'
import { BookPanel } from './book-panel.tsx'
import { DealButtons } from './deal-buttons.tsx'
import styles from './lever.module.css'
import { OrdersPanel } from './orders-panel.tsx'
import { TicketForm } from './ticket.tsx'
import { useEndToasts } from './use-ended-positions.ts'
import { useLever, type LeverState } from './use-lever.ts'
import { useTicket, type TicketState } from './use-ticket.ts'

const Calculator = lazy(async () => ({ default: (await import('./calculator.tsx')).Calculator }))
/** The docks and their library are loaded by desks alone. */
const TradeDeskLayout = lazy(async () => ({
  default: (await import('#src/parts/trade/trade-desk-layout.tsx')).TradeDeskLayout,
}))

type Props = {
  readonly pair: LeverPair
  readonly market: string
  readonly isChart: boolean
  readonly isDesk: boolean
  readonly onPick: () => void
}

/** One lever market in the phone or the desktop layout. */
export function LeverView({ pair, market, isChart, isDesk, onPick }: Props) {
  const { t } = useTranslation('lever')
  const lever = useLever(pair, market)
  const ticket = useTicket(lever)
  const [isCalculating, setIsCalculating] = useState(false)
  useEndToasts()
  const calculate = useCallback(() => setIsCalculating(true), [])
  const close = useCallback(() => setIsCalculating(false), [])
  return (
    <>
      <RiskBanner state={lever} />
      {isDesk && (
        <TradeKeys
          onBuy={focusDeal('long')}
          onSell={focusDeal('short')}
          onPick={onPick}
          words={{ buy: t('openLong'), sell: t('openShort') }}
        />
      )}
      <MarketModeBanner price={ticket.quote} />
      {isDesk ? (
        <Desk lever={lever} ticket={ticket} onCalculate={calculate} />
      ) : (
        <Phone lever={lever} ticket={ticket} isChart={isChart} onCalculate={calculate} />
      )}
      {isCalculating && (
        <Suspense>
          <Calculator state={lever} isOpen onClose={close} />
        </Suspense>
      )}
    </>
  )
}

const focusDeal = (side: 'long' | 'short') => () =>
  document.querySelector<HTMLElement>(`[data-deal="${side}"]`)?.focus()

type LayoutProps = { readonly lever: LeverState; readonly ticket: TicketState; readonly onCalculate: () => void }

/** Applies a price of the book as the limit price, or as the one that is waited for. */
const usePick = ({ change, entry }: TicketState) =>
  useCallback(
    (price: string) => change(entry === 'stop' ? { trigger: price } : { entry: 'limit', target: price }),
    [change, entry],
  )
const phoneRows = 8
/** Head, last price, mark and index and tools of the book on a desk, in px. */
const bookRest = 136

function Phone({ lever, ticket, isChart, onCalculate }: LayoutProps & { readonly isChart: boolean }) {
  const pick = usePick(ticket)
  const { pair, market } = lever
  const deals = useMemo(() => <DealsList market={market} height={360} />, [market])
  return (
    <TradePhoneLayout
      market={lever.market}
      top={<AccountStrip state={lever} onCalculate={onCalculate} />}
      chart={isChart ? <CandleChart market={lever.market} period="1min" height={260} isCompact /> : null}
      ticket={<TicketForm state={ticket} />}
      book={<BookPanel pair={pair} market={market} rows={phoneRows} onPick={pick} />}
      orders={<OrdersPanel state={lever} wished={ticket.wished} deals={deals} />}
      deal={<DealButtons state={ticket} />}
    />
  )
}

function Desk({ lever, ticket, onCalculate }: LayoutProps) {
  const pick = usePick(ticket)
  const { pair, market } = lever
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
        book={(rows) => <BookPanel pair={pair} market={market} rows={rows} onPick={pick} />}
        bookRest={bookRest}
        orders={<OrdersPanel state={lever} wished={ticket.wished} />}
      />
    </Suspense>
  )
}
