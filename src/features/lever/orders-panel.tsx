import type { Trigger } from '#contract/trigger/trigger.ts'
import { useServices } from '#src/actors/services.tsx'
import { triggerFeedsOf } from '#src/actors/trigger-feeds.ts'
import { usePart } from '#src/lib/use-stream.ts'
import { useOnlyThis } from '#src/parts/trade/use-only-this.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { loading, type Live } from '#streams/kit/live.ts'
import { lazy, memo, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Positions } from './positions.tsx'
import type { LeverState } from './use-lever.ts'

const FillsPanel = lazy(async () => ({ default: (await import('./fills-panel.tsx')).FillsPanel }))

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }))
const Waiting = lazy(async () => ({ default: (await import('./waiting.tsx')).Waiting }))

export type Shelf = 'positions' | 'pending' | 'history' | 'fills' | 'deals'
/** A wish to see a shelf; another object is another wish. */
export type Wished = { readonly shelf: Shelf }
const entryCount = ({ value }: Live<readonly Trigger[]>) =>
  (value ?? []).filter(({ act }) => act === 'open_long' || act === 'open_short').length
type Props = { readonly state: LeverState; readonly wished: Wished | null; readonly deals?: ReactNode }

/**
 * Open, pending and closed positions, of this market or of all; on phones there is a tab with the trades of the market.
 */
export const OrdersPanel = memo(function OrdersPanel({ state, wished, deals }: Props) {
  const { t } = useTranslation(['lever', 'market'])
  const [tab, setTab] = useState<Shelf>('positions')
  const panel = useRef<HTMLElement>(null)
  useOnValue(wished, ({ shelf }) => {
    setTab(shelf)
    panel.current?.scrollIntoView({ block: 'nearest' })
  })
  const { pair, positions } = state
  const { symbol, coins, box } = useOnlyThis(pair, t('onlyThis'))
  const { feeds } = useServices()
  const entries = usePart(triggerFeedsOf(feeds).triggers$, loading, entryCount)
  const count = (isWaiting: boolean) =>
    (positions.value ?? []).filter(({ status }) => (status === 'pending') === isWaiting).length
  const named = (text: string, many: number) => (many > 0 ? `${text} (${many})` : text)
  const tabs = [
    { value: 'positions' as const, label: named(t('positions'), count(false)) },
    { value: 'pending' as const, label: named(t('pending'), count(true) + entries) },
    { value: 'history' as const, label: t('history') },
    { value: 'fills' as const, label: t('myTrades') },
    ...(deals === undefined ? [] : [{ value: 'deals' as const, label: t('market:deals') }]),
  ]
  return (
    <section ref={panel} aria-label={t('contracts')}>
      <Tabs label={t('contracts')} tabs={tabs} value={tab} onChange={setTab}>
        {tab === 'positions' && <Positions symbol={symbol} state={state} filter={box} />}
        <Suspense fallback={<Skeleton lines={3} height={72} />}>
          {tab === 'pending' && <Waiting symbol={symbol} coins={coins} state={state} filter={box} />}
          {tab === 'history' && <History symbol={symbol} coins={coins} filter={box} />}
          {tab === 'fills' && <FillsPanel key={String(symbol)} coins={coins} box={box} />}
        </Suspense>
        {tab === 'deals' && deals}
      </Tabs>
    </section>
  )
})
