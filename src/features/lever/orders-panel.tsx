import { useOnlyThis } from '#src/parts/trade/use-only-this.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { lazy, memo, Suspense, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { History } from './history.tsx'
import { Positions } from './positions.tsx'
import type { LeverState } from './use-lever.ts'

const FillsPanel = lazy(async () => ({ default: (await import('./fills-panel.tsx')).FillsPanel }))

export type Shelf = 'positions' | 'pending' | 'history' | 'fills' | 'deals'
/** A wish to see a shelf; another object is another wish. */
export type Wished = { readonly shelf: Shelf }
type Props = { readonly state: LeverState; readonly wished: Wished | null; readonly deals?: ReactNode }

/**
 * Open, pending and closed positions, of this market or of all; on phones
 * there is a tab with the trades of the market.
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
  const count = (isWaiting: boolean) =>
    (positions.value ?? []).filter(({ status }) => (status === 'pending') === isWaiting).length
  const named = (text: string, many: number) => (many > 0 ? `${text} (${many})` : text)
  const tabs = [
    { value: 'positions' as const, label: named(t('positions'), count(false)) },
    { value: 'pending' as const, label: named(t('pending'), count(true)) },
    { value: 'history' as const, label: t('history') },
    { value: 'fills' as const, label: t('myTrades') },
    ...(deals === undefined ? [] : [{ value: 'deals' as const, label: t('market:deals') }]),
  ]
  return (
    <section ref={panel} aria-label={t('contracts')}>
      <Tabs label={t('contracts')} tabs={tabs} value={tab} onChange={setTab}>
        {(tab === 'positions' || tab === 'pending') && (
          <Positions key={tab} shelf={tab} symbol={symbol} state={state} filter={box} />
        )}
        {tab === 'history' && <History symbol={symbol} coins={coins} filter={box} />}
        {tab === 'fills' && (
          <Suspense fallback={<Skeleton lines={3} height={72} />}>
            <FillsPanel key={String(symbol)} coins={coins} box={box} />
          </Suspense>
        )}
        {tab === 'deals' && deals}
      </Tabs>
    </section>
  )
})
