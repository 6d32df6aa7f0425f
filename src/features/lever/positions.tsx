import type { Position } from '#contract/lever.ts'
import { marketOf } from '#contract/market.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { loading } from '#streams/kit/live.ts'
import { useMemo, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { liquidationOf, termsOf } from './account.ts'
import { leverPositionLogic } from './lever-position.actors.ts'
import { OpenPosition, type Ends } from './open-position.tsx'
import styles from './positions.module.css'
import type { LeverState } from './use-lever.ts'

type Shelf = 'positions' | 'pending'
type Props = { readonly shelf: Shelf; readonly symbol: string | null; readonly state: LeverState; readonly filter: ReactNode }
/** Which of them are asked about: all that are shown, or those of one side. */
type Wished = 'all' | Position['type']

const isOn = (shelf: Shelf, { status }: Position) => (status === 'pending') === (shelf === 'pending')

/** What trades, or what waits for its price; each is a machine of its own, and one button ends all of them, or one side. */
export function Positions({ shelf, symbol, state, filter }: Props) {
  const { t } = useTranslation('lever')
  const services = useServices()
  const logic = useMemo(() => leverPositionLogic(services), [services])
  const pairs = useStream(services.feeds.tickers$, loading)
  const ends: Ends = useRef(new Map())
  const [asked, setAsked] = useState<Wished | null>(null)
  const { positions, account, rates } = state
  if (positions.value === null) return <Skeleton lines={3} height={96} />
  const shown = positions.value.filter((each) => isOn(shelf, each) && (symbol === null || each.symbol === symbol))
  if (shown.length === 0)
    return (
      <>
        {filter}
        <Empty text={t(shelf === 'positions' ? 'noPositions' : 'noPending')} icon="contracts" />
      </>
    )
  const liquidation = ({ symbol: name, currency }: Position) => {
    const pair = pairs.value?.find((each) => each.symbol === name)
    return account === null || pair === undefined ? null : liquidationOf(account, currency, rates.burst, termsOf(pair).tick)
  }
  const wishedOf = (wished: Wished) => shown.filter(({ type }) => wished === 'all' || type === wished)
  const endAll = () => {
    for (const { id } of wishedOf(asked ?? 'all')) ends.current.get(id)?.()
    setAsked(null)
  }
  const sides = (['long', 'short'] as const).filter((side) => shown.some(({ type }) => type === side))
  return (
    <>
      <div className={styles.tools}>
        {filter}
        <span className={styles.ways}>
          {shelf === 'positions' && sides.length > 1 &&
            sides.map((side) => (
              <Button key={side} kind="text" size="s" onClick={() => setAsked(side)}>
                {t(side === 'long' ? 'closeLongs' : 'closeShorts')}
              </Button>
            ))}
          <Button kind="text" size="s" onClick={() => setAsked('all')}>
            {t(shelf === 'positions' ? 'closeAll' : 'cancelAll')}
          </Button>
        </span>
      </div>
      <div className={styles.list} data-stale={positions.freshness === 'stale' || undefined}>
        {shown.map((position) => (
          <OpenPosition key={`${marketOf(position.symbol)} ${position.id}`} position={position} logic={logic} ends={ends} state={state} liquidation={liquidation(position)} />
        ))}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t(shelf === 'pending' ? 'cancelAll' : asked === 'long' ? 'closeLongs' : asked === 'short' ? 'closeShorts' : 'closeAll')}
        confirm={t(shelf === 'pending' ? 'cancelAll' : 'close')}
        kind="danger"
        onConfirm={endAll}
        onClose={() => setAsked(null)}
      >
        {t(shelf === 'pending' ? 'cancelAllAsk' : 'closeAllAsk', { count: wishedOf(asked ?? 'all').length })}
      </ConfirmDialog>
    </>
  )
}
