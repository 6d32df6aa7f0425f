import { Stack } from '#src/ui/box.tsx'
import { marketOf, type Pair } from '#contract/market/market.ts'
import type { OptionOrder, OptionPeriod, StakeCoin } from '#contract/option/option.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { useOpened } from '#src/lib/use-opened.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { MarketModeBanner } from '#src/parts/trade/market-mode.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { lazy, Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { RoundCard } from './round-card.tsx'
import { RoundChart } from './round-chart.tsx'
import { StakeForm } from './stake-form.tsx'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { ratioOf, types } from './stake-sums.ts'
import { useNotOffered } from './use-not-offered.ts'
import { useRound } from './use-round.ts'
import { useJustSettled } from './use-settled.ts'
import { useStake } from './stake-ticket.tsx'
import styles from './panel.module.css'

/** The docks and their library are loaded by desks alone. */
const RoundDesk = lazy(async () => ({ default: (await import('./round-desk.tsx')).RoundDesk }))

type Props = {
  readonly pair: Pair
  readonly period: OptionPeriod
  readonly periods: readonly OptionPeriod[]
  readonly coins: readonly StakeCoin[]
  readonly onPeriod: (seconds: number) => void
  readonly onMoved: () => void
  readonly stakes: ReactNode
}

/**
 * The rounds of one market and period: round, chart, stake form and
 * stakes; a popup on phones, side by side on desktops.
 */
export function RoundFloor({ pair, period, periods, coins, onPeriod, onMoved, stakes }: Props) {
  const { t } = useTranslation('option')
  const { feeds } = useServices()
  const market = marketOf(pair.symbol)
  const view = useRound(market, period.seconds)
  const quote = useStream(feeds.price$(market), loading)
  // Markers of settled stakes stay until the next round.
  const settled = useJustSettled()
  const open = useStream(feeds.optionOrders$, loading).value ?? []
  const own = ownIn([...open, ...settled], pair, period)
  const isDesk = useIsDesktop()
  const { opened, open: openSheet, close } = useOpened()
  const state = useStake({ pair, period, coins, view, quote, onMoved })
  const { form } = state
  const ticket = <StakeForm state={state} periods={periods} onPeriod={onPeriod} />
  const notNow = useNotOffered(view)
  const card = <RoundCard view={view} quote={quote} stakes={own} scale={pair.price_scale} unit={pair.legal_name} />
  const chart = (
    <RoundChart
      market={market}
      view={view}
      stakes={own}
      freshness={quote.freshness}
      scale={pair.price_scale}
      height={isDesk ? 300 : 200}
    />
  )
  return (
    <Stack gap={3} className={isDesk ? styles.desk : undefined}>
      <MarketModeBanner price={quote.value} />
      {isDesk ? (
        <Suspense fallback={<Skeleton lines={6} height={56} />}>
          <RoundDesk card={card} chart={chart} ticket={ticket} stakes={stakes} />
        </Suspense>
      ) : (
        <>
          {card}
          {chart}
          <Directions
            period={period}
            notNow={notNow}
            onPick={(type) => {
              form.fields.set('type', type)
              openSheet('stake')
            }}
          />
          {stakes}
        </>
      )}
      {!isDesk && (
        <Sheet title={t('stakeOn', { pair: pair.symbol })} isOpen={opened === 'stake' && !form.isOpen} onClose={close}>
          {ticket}
        </Sheet>
      )}
      {/* After success the popup closes too; after a refusal the form is shown with its input. */}
      <MoneyReview form={form} onClose={() => (form.state === 'done' || form.state === 'unknown') && close()} />
    </Stack>
  )
}

/** The stakes of these rounds without duplicates: a settled one may briefly still be in the open list. */
const ownIn = (stakes: readonly OptionOrder[], pair: Pair, period: OptionPeriod) =>
  [...new Map(stakes.map((order) => [order.id, order])).values()].filter(
    ({ match_id, seconds }) => match_id === pair.id && seconds === period.seconds,
  )

const kinds = { call: 'buy', put: 'sell', even: 'quiet' } as const
type DirectionsProps = {
  readonly period: OptionPeriod
  /** Why nothing can be bought now. */
  readonly notNow: string | null
  readonly onPick: (type: (typeof types)[number]) => void
}
/** A button for each direction, with what it yields; on phones it opens the stake form. */
function Directions({ period, notNow, onPick }: DirectionsProps) {
  const { t, i18n } = useTranslation('option')
  return (
    <Stack gap={2} columns={3}>
      {types.map((type) => (
        <Button
          key={type}
          kind={notNow === null ? kinds[type] : 'quiet'}
          size="l"
          aria-disabled={notNow !== null || undefined}
          onClick={() => notNow === null && onPick(type)}
        >
          <span className={styles.two}>
            <span>{t(`types.${type}`)}</span>{' '}
            <small>{notNow ?? numbersIn(i18n.language).percent(ratioOf(period, type))}</small>
          </span>
        </Button>
      ))}
    </Stack>
  )
}
