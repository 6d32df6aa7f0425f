import { lever } from '#contract/lever/lever.ts'
import { spot } from '#contract/spot/spot.ts'
import type { Event } from '#contract/events.ts'
import type { TriggerProduct } from '#contract/trigger/trigger.ts'
import { useServices } from '#src/actors/services.tsx'
import { triggerFeedsOf } from '#src/actors/trigger-feeds.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { usePart, useStream } from '#src/lib/use-stream.ts'
import { termsPairOf, type TermsPair } from '#src/parts/lever/account.ts'
import { useLiquidation } from '#src/parts/lever/use-liquidation.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { loading } from '#streams/kit/live.ts'
import { triggerStands$, type TriggerStands } from '#streams/trigger/stands.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  leverFills,
  ordersIn,
  positionsIn,
  spotFills,
  type Own,
  type OwnFill,
  type OwnWords,
  type OwnTrigger,
} from './own-lines.ts'
import { triggerLines, triggersIn, type TrailPrices } from './trigger-lines.ts'

/** The trades of one kind that a chart shows. */
const most = 50
/** A market order may fill many times at once: the trades are read once it is quiet. */
const quietMs = 400
const none: readonly OwnFill[] = []
const fillEvents: readonly Event['ev'][] = ['spot.filled', 'lever.positionChanged']

/**
 * The caller's own orders, triggers, contracts and latest trades in one market, of one product or of all, by the
 * streams that their lists use. Each part is the same object while it is unchanged.
 */
export function useOwn(market: string, isShown: boolean, product: TriggerProduct | undefined): Own {
  const { feeds } = useServices()
  const pair = usePart(isShown ? feeds.pair$(market) : null, loading, termsPairOf)
  const allOrders = useStream(isShown && product !== 'lever' ? feeds.spotOrders$ : null, loading).value
  const allPositions = useStream(isShown && product !== 'spot' ? feeds.leverPositions$ : null, loading).value
  const orders = useMemo(() => ordersIn(allOrders ?? [], market), [allOrders, market])
  const positions = useMemo(() => positionsIn(allPositions ?? [], market), [allPositions, market])
  const triggers = useOwnTriggers(market, isShown, product, { orders, positions })
  const liquidation = useLiquidation(pair, allPositions)
  const fills = useOwnFills(isShown ? pair : null, product)
  return useMemo(
    () => ({ orders, positions, triggers, liquidation, fills }),
    [orders, positions, triggers, liquidation, fills],
  )
}

const noTrails: TrailPrices = {}
/** Trailing ones move with the prices; the others stand where they were put. */
function useOwnTriggers(
  market: string,
  isShown: boolean,
  product: TriggerProduct | undefined,
  { orders, positions }: Pick<Own, 'orders' | 'positions'>,
): readonly OwnTrigger[] {
  const { feeds } = useServices()
  const all = useStream(isShown ? triggerFeedsOf(feeds).triggers$ : null, loading).value
  const triggers = useMemo(() => triggersIn(all ?? [], market, product), [all, market, product])
  const trails$ = useMemo(() => {
    const trailing = triggers.filter(({ trail }) => trail !== null)
    return trailing.length === 0 ? null : triggerStands$(trailing, feeds.price$(market), feeds.pair$(market))
  }, [triggers, feeds, market])
  const trails = usePart<TriggerStands | null, TrailPrices>(trails$, null, (stands) =>
    stands === null || stands.size === 0
      ? noTrails
      : Object.fromEntries(
          [...stands].flatMap(([id, { firesAt, best }]) => [
            [`at ${id}`, firesAt],
            [`best ${id}`, best],
          ]),
        ),
  )
  return useMemo(() => triggerLines(triggers, positions, orders, trails), [triggers, positions, orders, trails])
}

function useOwnFills(pair: TermsPair | null, product: TriggerProduct | undefined): readonly OwnFill[] {
  const { request } = useServices()
  const coins = pair === null ? null : { currency_id: pair.currency_id, legal_id: pair.legal_id }
  const about = coins === null ? '' : `${product} ${coins.currency_id} ${coins.legal_id}`
  const { value, refresh } = useRead<readonly OwnFill[]>(about, async (signal) => {
    if (coins === null) return { ok: true, value: none }
    const page = { ...coins, page: 1, limit: most }
    const [own, contracts] = await Promise.all([
      product === 'lever' ? null : request.read(spot.fills, page, { signal }),
      product === 'spot' ? null : request.read(lever.fills, page, { signal }),
    ])
    if (own?.ok === false) return own
    if (contracts?.ok === false) return contracts
    return {
      ok: true,
      value: [...spotFills(own?.value.data ?? []), ...leverFills(contracts?.value.data ?? [])],
    }
  })
  const [heard, setHeard] = useState(0)
  const settled = useDebounced(heard, quietMs)
  useRefreshOn(fillEvents, () => setHeard(heard + 1))
  useEffect(() => {
    if (settled > 0) void refresh()
  }, [settled, refresh])
  return value ?? none
}

/** The words of own lines in the current language. */
export function useOwnWords(): OwnWords {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return useMemo(
    () => ({
      buy: t('lines.buy'),
      sell: t('lines.sell'),
      long: t('lines.long'),
      short: t('lines.short'),
      takeProfit: t('lines.takeProfit'),
      stopLoss: t('lines.stopLoss'),
      liquidation: t('lines.liquidation'),
      trail: (distance) => t('lines.trail', { distance }),
      amount: shown.exact,
    }),
    [t, shown],
  )
}
