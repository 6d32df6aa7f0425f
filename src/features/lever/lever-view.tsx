import { Stack } from '#src/ui/box.tsx'
import { CandleChart } from '#src/parts/chart/candle-chart.tsx'
import type { LeverPair } from '#src/parts/lever/account.ts'
import { MarketModeBanner } from '#src/parts/trade/market-mode.tsx'
import { DealsList } from '#src/parts/trade/deals-list.tsx'
import { amendFocused, pressKeyed, TradeKeys, type TradeKey } from '#src/parts/trade/trade-keys.tsx'
import { TradePhoneLayout } from '#src/parts/trade/trade-layout.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountStrip, RiskBanner } from './account-strip.tsx'
import { BookPanel } from './book-panel.tsx'
import styles from './lever.module.css'
import { OrdersPanel } from './orders-panel.tsx'
import { TicketForm } from './ticket.tsx'
import { useEndToasts } from './use-ended-positions.ts'
import { useLever, type LeverState } from './use-lever.ts'
import { useTicket, type TicketState, useMargins } from './use-ticket.ts'
import type { LeverSide } from '#contract/lever/lever-position.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import ticket from './ticket.module.css'

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
  const { t } = useTranslation(['lever', 'trades', 'market'])
  const lever = useLever(pair, market)
  const ticket = useTicket(lever)
  const [isCalculating, setIsCalculating] = useState(false)
  useEndToasts()
  const calculate = useCallback(() => setIsCalculating(true), [])
  const close = useCallback(() => setIsCalculating(false), [])
  return (
    <>
      <RiskBanner state={lever} />
      {isDesk && <TradeKeys keys={keysOf(t, ticket, onPick)} />}
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

/** Which side it is for the buttons of the ticket say: Enter reviews by the one that has the focus. */
const keysOf = (
  t: Words,
  { change, isLimitAllowed, isStopAllowed }: TicketState,
  onPick: () => void,
): readonly TradeKey[] => [
  { key: 'b', does: t('openLong'), act: focusDeal('long') },
  { key: 's', does: t('openShort'), act: focusDeal('short') },
  ...(isLimitAllowed ? [{ key: 'l', does: t('limit'), act: () => change({ entry: 'limit' }) }] : []),
  ...(isStopAllowed ? [{ key: 't', does: t('stop'), act: () => change({ entry: 'stop' }) }] : []),
  { key: 'm', does: t('market'), act: () => change({ entry: 'market' }) },
  { key: 'e', does: t('trades:keys.amend'), act: amendFocused },
  { key: 'Shift+X', does: t('cancelAll'), act: () => pressKeyed('cancel-all') },
  { key: '/', does: t('market:pick'), act: onPick },
]
type Words = ReturnType<typeof useTranslation<['lever', 'trades', 'market']>>['t']
const focusDeal = (side: 'long' | 'short') => () =>
  document.querySelector<HTMLElement>(`[data-deal="${side}"]`)?.focus()

type LayoutProps = { readonly lever: LeverState; readonly ticket: TicketState; readonly onCalculate: () => void }

/** Applies a price of the book or of the chart as the limit price, or as the one that is waited for. */
const usePick = ({ change, entry }: TicketState) =>
  useCallback(
    (price: string) => change(entry === 'stop' ? { trigger: price } : { entry: 'limit', target: price }),
    [change, entry],
  )
/** What a price of the chart begins in the ticket. */
const useOrdersAt = ({ isLimitAllowed, isStopAllowed, change }: TicketState) =>
  useMemo(
    () => ({
      ...(isLimitAllowed && { limit: (target: string) => change({ entry: 'limit', target }) }),
      ...(isStopAllowed && { stop: (trigger: string) => change({ entry: 'stop', trigger }) }),
    }),
    [isLimitAllowed, isStopAllowed, change],
  )
const phoneRows = 8
/** Head, last price, mark and index and tools of the book on a desk, in px. */
const bookRest = 136

function Phone({ lever, ticket, isChart, onCalculate }: LayoutProps & { readonly isChart: boolean }) {
  const pick = usePick(ticket)
  const orders = useOrdersAt(ticket)
  const { pair, market } = lever
  const deals = useMemo(() => <DealsList market={market} height={360} />, [market])
  return (
    <TradePhoneLayout
      market={lever.market}
      top={<AccountStrip state={lever} onCalculate={onCalculate} />}
      chart={
        isChart ? (
          <CandleChart market={market} product="lever" orders={orders} period="1min" height={260} isCompact />
        ) : null
      }
      ticket={<TicketForm state={ticket} />}
      book={<BookPanel pair={pair} market={market} rows={phoneRows} onPick={pick} />}
      orders={<OrdersPanel state={lever} wished={ticket.wished} deals={deals} />}
      deal={<DealButtons state={ticket} />}
    />
  )
}

function Desk({ lever, ticket, onCalculate }: LayoutProps) {
  const pick = usePick(ticket)
  const orders = useOrdersAt(ticket)
  const { pair, market } = lever
  return (
    <Suspense fallback={<Skeleton lines={6} height={56} />}>
      <TradeDeskLayout
        page="lever"
        market={lever.market}
        chart={(period, height) => (
          <CandleChart market={market} product="lever" orders={orders} period={period} height={height} />
        )}
        ticket={
          <Stack gap={3} className={styles.tickets}>
            <AccountStrip state={lever} onCalculate={onCalculate} />
            <TicketForm state={ticket} />
            <div className={styles.deal}>
              <DealButtons state={ticket} />
            </div>
          </Stack>
        }
        book={(rows) => <BookPanel pair={pair} market={market} rows={rows} onPick={pick} />}
        bookRest={bookRest}
        orders={<OrdersPanel state={lever} wished={ticket.wished} />}
      />
    </Suspense>
  )
}

const sides: readonly LeverSide[] = ['long', 'short']
const focusFault = () =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form :is(input[aria-invalid="true"], button[data-invalid])')?.focus(),
  )

/** The two buttons of the ticket: each opens the review of its side, and tells what it would tie up. */
function DealButtons({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const { pair, coins } = state
  const margins = useMargins(state)
  return sides.map((side) => {
    const margin = margins[side]
    const name = t(side === 'long' ? 'openLong' : 'openShort')
    return (
      <Button
        key={side}
        kind={side === 'long' ? 'buy' : 'sell'}
        isWide
        size="l"
        aria-label={name}
        data-deal={side}
        onClick={() => {
          if (!state.review(side)) focusFault()
        }}
      >
        <span className={ticket.face}>
          {name}
          {coins !== null && margin !== null && (
            <small>
              <span data-unit={pair.currency_name}>
                {shown.sum(coins, pair.currency_name)}&nbsp;{pair.currency_name}
              </span>{' '}
              ·{' '}
              <span data-unit={pair.legal_name}>
                {shown.sum(margin, pair.legal_name, 'cost', 'fine')}&nbsp;{pair.legal_name}
              </span>
            </small>
          )}
        </span>
      </Button>
    )
  })
}
