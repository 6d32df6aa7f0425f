import { Box } from '#src/ui/box.tsx'
import type { PriceRow } from '#contract/market/market.ts'
import { parseDec } from '#contract/wire/money.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { Balance } from '#src/parts/balance.tsx'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { lives } from '#src/parts/trade/lives.ts'
import { BestPrices } from '#src/parts/trade/best-prices.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { OrderForm } from '#src/parts/trade/order-form.tsx'
import { PriceDistance } from '#src/parts/trade/price-distance.tsx'
import { StepField } from '#src/parts/trade/step-field.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import { Slider } from '#src/ui/slider.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, memo, Suspense, useMemo, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { TicketStops } from './ticket-stops.tsx'
import { entries } from './ticket-live.ts'
import styles from './ticket.module.css'
import { useMostLots, useMoveCost, useSide, type TicketState } from './use-ticket.ts'
import { MoneyReview } from '#src/parts/form/money-shell.tsx'

const missing = '—'
/** Which side it is for its buttons say: the Enter key does not. */
const stay = (event: FormEvent) => event.preventDefault()
const markOf = ({ mark }: PriceRow) => parseDec(mark)
/** What waits for a price has fields and a review of its own, which come when they are asked for. */
const StopFields = lazy(async () => ({ default: (await import('./stop-fields.tsx')).StopFields }))
const StopEntry = lazy(async () => ({ default: (await import('./stop-fields.tsx')).StopEntry }))

/**
 * The order form of the lever: entry, leverage, lots, stops, and what either side would come to. Its buttons are
 * `DealButtons`.
 */
export function TicketForm({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation(['lever', 'refusals', 'ui'])
  const { form, ticket, change, pair, terms } = state
  const quote = pair.legal_name
  const faultText = useFaultText('refusals')
  const faultOf = (field: 'lots' | 'multiple' | 'target') => faultText(form.fields.faultOf(field))
  const tick = terms.scale === 0 ? '1' : `0.${'1'.padStart(terms.scale, '0')}`
  const multipleFault = faultOf('multiple')
  return (
    <OrderForm label={t('ticket')} props={{ ref: form.props.ref, onSubmit: stay }} isDense gate={state.gate}>
      <Choices
        multiple={ticket.multiple}
        multiples={state.multiples}
        entry={state.entry}
        isLimitAllowed={state.isLimitAllowed}
        isStopAllowed={state.isStopAllowed}
        change={change}
      />
      {multipleFault !== null && (
        <Box as="p" size={1} tone="danger" role="alert">
          {multipleFault}
        </Box>
      )}
      {state.entry === 'stop' && (
        <Suspense fallback={<Skeleton lines={3} height={40} />}>
          <StopFields state={state} />
        </Suspense>
      )}
      {state.entry === 'limit' && (
        <>
          <StepField
            name="target"
            label={t('limitPrice')}
            short={t('limitPrice')}
            value={ticket.target}
            scale={terms.scale}
            unit={quote}
            step={tick}
            onChange={(target) => change({ target })}
            error={faultOf('target')}
          />
          <PriceDistance price={ticket.target} live$={state.price$} marketOf={markOf} />
          <BestPrices market={state.market} onPick={(target) => change({ target })} />
        </>
      )}
      {state.entry !== 'market' && (
        <Select
          label={t('till')}
          isDense
          value={form.texts.till}
          options={['gtc', ...lives].map((value) => ({ value, label: t(`tills.${value}`) }))}
          onChange={(till) => change({ till })}
        />
      )}
      <LotsOf state={state} error={faultOf('lots')} />
      {state.isStopAllowed && <TicketStops state={state} />}
      <After state={state} />
      <TicketReview state={state} />
      {state.entering !== null && (
        <Suspense>
          <StopEntry state={state} {...state.entering} />
        </Suspense>
      )}
    </OrderForm>
  )
}

type ChoicesProps = {
  readonly multiple: string
  readonly multiples: readonly number[]
  readonly entry: TicketState['entry']
  readonly isLimitAllowed: boolean
  readonly isStopAllowed: boolean
  readonly change: TicketState['change']
}
/** Leverage and entry: not rendered again while only the price moves. */
const Choices = memo(function Choices(props: ChoicesProps) {
  const { multiple, multiples, entry, isLimitAllowed, isStopAllowed, change } = props
  const { t } = useTranslation('lever')
  const offered = entries.filter((each) => (each !== 'limit' || isLimitAllowed) && (each !== 'stop' || isStopAllowed))
  return (
    <Box lay="equal" gap={2} className={styles.pair}>
      <Select
        label={t('multiple')}
        isDense
        value={multiple}
        options={multiples.map((each) => ({ value: String(each), label: `${each}×` }))}
        onChange={(next) => change({ multiple: next })}
      />
      {offered.length > 1 && (
        <Select
          label={t('entry')}
          isDense
          options={offered.map((value) => ({ value, label: t(value) }))}
          value={entry}
          onChange={(next) => change({ entry: next })}
        />
      )}
    </Box>
  )
})

function LotsOf({ state, error }: { readonly state: TicketState; readonly error: string | null }) {
  const { ticket, pair, coins, change } = state
  return (
    <Lots
      lots={ticket.lots}
      {...useMostLots(state)}
      number={coins}
      lotSize={pair.lever_share_num}
      coin={pair.currency_name}
      error={error}
      change={change}
    />
  )
}

type LotsProps = {
  readonly lots: string
  readonly most: number
  /** Why no lots are possible. */
  readonly why: 'price' | 'waiting' | 'none' | null
  /** What the lots come to in coins; null while they are none. */
  readonly number: string | null
  readonly lotSize: string
  readonly coin: string
  readonly error: string | null
  readonly change: TicketState['change']
}
/** The lots and their share of what is possible: not rendered again while only the price moves. */
const Lots = memo(function Lots({ lots, most, why, number, lotSize, coin, error, change }: LotsProps) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const [isTooSmall, setIsTooSmall] = useState(false)
  const reason = why ?? (isTooSmall && lots === '' ? 'none' : null)
  const share = most > 0 && /^\d+$/.test(lots) ? Math.min(100, Math.round((Number(lots) * 100) / most)) : 0
  return (
    <>
      <StepField
        name="lots"
        label={t('lots')}
        short={t('lots')}
        note={number === null ? t('lotSize', { number: shown.sum(lotSize, coin), coin }) : shown.money(number, coin)}
        value={lots}
        scale={0}
        unit={t('lotsUnit')}
        step="1"
        onChange={(next) => change({ lots: next })}
        error={error}
      />
      <Slider
        label={t('ui:share')}
        value={share}
        disabled={most === 0}
        why={reason === null ? null : reason === 'waiting' ? t('ui:waitingForPrices') : t(`noShare.${reason}`)}
        onChange={(percent) => {
          setIsTooSmall(percent > 0)
          change({ lots: lotsAt(most, percent) })
        }}
      />
    </>
  )
})
/** Whole lots; zero if the share is too small for one. */
const lotsAt = (most: number, percent: number) => {
  const lots = Math.floor((most * percent) / 100)
  return lots === 0 ? '' : String(lots)
}

function useAfterNames() {
  const { t } = useTranslation('lever')
  return useMemo(
    () => ({
      entry: t('entryPrice'),
      margin: t('margin'),
      fee: t('fee'),
      liquidation: t('liquidationShort'),
      never: t('noLiquidation'),
      available: t('available'),
      moves: t('moveCost'),
      after: t('after'),
      long: t('long'),
      short: t('short'),
    }),
    [t],
  )
}

/** What the order would leave behind, for either side. */
function After({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const priceText = usePairPrice()
  const { pair, free, market } = state
  const sides = { long: useSide(state, 'long'), short: useSide(state, 'short') }
  const moves = useMoveCost(market)
  const quote = pair.legal_name
  const names = useAfterNames()
  const cost = (text: string | null) => (text === null ? missing : shown.sum(text, quote, 'cost', 'fine'))
  const both = [sides.long, sides.short] as const
  const rows = [
    { name: names.entry, of: both.map(({ price }) => (price === null ? missing : priceText(price, pair.symbol))) },
    { name: names.margin, of: both.map(({ margin }) => cost(margin)) },
    { name: names.fee, of: both.map(({ fee }) => cost(fee)) },
    {
      name: names.liquidation,
      of: both.map(({ liquidation, isKnown }) =>
        liquidation !== null ? priceText(liquidation, pair.symbol) : isKnown ? names.never : missing,
      ),
    },
  ]
  return (
    <>
      <Box as="table" isFull size={2} className={styles.after} data-unit={quote}>
        <thead>
          <tr>
            <th scope="col">{names.after}</th>
            <Box as="th" scope="col" tone="rise" weight="bold">
              {names.long}
            </Box>
            <Box as="th" scope="col" tone="fall" weight="bold">
              {names.short}
            </Box>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, of }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{of[0]}</td>
              <td>{of[1]}</td>
            </tr>
          ))}
        </tbody>
      </Box>
      <Facts
        kind="dense"
        facts={[
          {
            name: names.available,
            value: (
              <Box as="span" lay="inline" align="center" className={styles.free}>
                <Balance>{free === null ? missing : shown.money(free, quote)}</Balance>
                <IconButton icon="transfer" label={t('transferIn')} onClick={() => go(assetsPaths.transfer)} />
              </Box>
            ),
          },
          ...(moves === null ? [] : [{ name: names.moves, value: `≈ ${shown.compact(moves)} ${quote}` }]),
        ]}
      />
    </>
  )
}

/** The review, and what became of the order. */
function TicketReview({ state: { form, placed, view } }: { readonly state: TicketState }) {
  const { t } = useTranslation('lever')
  const price = usePairPrice()
  if (form.state !== 'done') return <MoneyReview form={form} onView={view} />
  const outcome = placed === null ? 'trading' : placed.status === 'closing' ? 'closed' : placed.status
  return (
    <MoneyReview
      form={form}
      onView={view}
      title={t(`outcome.${outcome}`)}
      {...(placed !== null && {
        doneTitle: t(`outcomeAt.${outcome}`, {
          price: price((outcome === 'closed' ? placed.close_price : null) ?? placed.price, placed.symbol),
          side: t(placed.type),
          symbol: placed.symbol,
        }),
      })}
    />
  )
}
