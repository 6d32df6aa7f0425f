import { Box, Row } from '#src/ui/box.tsx'
import type { Position } from '#contract/lever/lever-position.ts'
import { marketOf } from '#contract/market/market.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { liquidationOf, tickOf } from '#src/parts/lever/account.ts'
import { OpenPosition } from './open-position.tsx'
import { PositionHeads } from './position-row.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from './positions.module.css'
import type { LeverState } from './use-lever.ts'
import { usePriceScales } from '#src/parts/use-pair-price.ts'
import { useOpenPositions } from '#src/actors/use-open-positions.ts'

type Props = {
  readonly symbol: string | null
  readonly state: LeverState
  readonly filter: ReactNode
}
/** The positions that a confirmation is about: all visible ones, or those of one side. */
type Wished = 'all' | Position['type']

/** Open positions; one actor manages them, and they can be closed all at once or by side. */
export function Positions({ symbol, state, filter }: Props) {
  const { t } = useTranslation('lever')
  const { list, positions, isStale, act, end } = useOpenPositions()
  const scales = usePriceScales()
  const [asked, setAsked] = useState<Wished | null>(null)
  const { account, rates } = state
  if (positions === null) return <Skeleton lines={3} height={96} />
  const shelved = positions.filter(({ status }) => status !== 'pending')
  const shown = shelved.filter((each) => symbol === null || each.symbol === symbol)
  // A filter that leaves nothing out takes a line from what it filters.
  const isFilterUseful = symbol !== null || shelved.some((each) => each.symbol !== state.pair.symbol)
  if (shown.length === 0)
    return (
      <>
        {isFilterUseful && filter}
        <Empty text={t('noPositions')} icon="contracts" />
      </>
    )
  const liquidation = ({ symbol: name, currency }: Position) => {
    const scale = scales[name]
    return account === null || scale === undefined ? null : liquidationOf(account, currency, rates.burst, tickOf(scale))
  }
  const wishedOf = (wished: Wished) => shown.filter(({ type }) => wished === 'all' || type === wished)
  const endAll = () => {
    for (const { id } of wishedOf(asked ?? 'all')) end(id)
    setAsked(null)
  }
  return (
    <>
      {(isFilterUseful || shown.length > 1) && (
        <Row gap={1} sideGap={3} wraps justify="between">
          {isFilterUseful && filter}
          {shown.length > 1 && <CloseMany shown={shown} onAsk={setAsked} />}
        </Row>
      )}
      <div className={classes(table.table, styles.list)} data-table="positions" data-stale={isStale || undefined}>
        <PositionHeads of="positions" />
        {shown.map((position) => (
          <OpenPosition
            key={`${marketOf(position.symbol)} ${position.id}`}
            id={position.id}
            list={list}
            act={act}
            state={state}
            liquidation={liquidation(position)}
          />
        ))}
      </div>
      <ConfirmDialog
        isOpen={asked !== null}
        title={t(asked === 'long' ? 'closeLongs' : asked === 'short' ? 'closeShorts' : 'closeAll')}
        confirm={t('close')}
        dismiss={t('keepPositions')}
        kind="danger"
        onConfirm={endAll}
        onClose={() => setAsked(null)}
      >
        {t('closeAllAsk', { count: wishedOf(asked ?? 'all').length })}
      </ConfirmDialog>
    </>
  )
}

/** Closes all that are shown, or those of one side where there are both. */
function CloseMany({ shown, onAsk }: { readonly shown: readonly Position[]; readonly onAsk: (asked: Wished) => void }) {
  const { t } = useTranslation('lever')
  const sides = (['long', 'short'] as const).filter((side) => shown.some(({ type }) => type === side))
  return (
    <Box as="span" lay="inline" wraps pushes>
      {sides.length > 1 &&
        sides.map((side) => (
          <Button key={side} kind="text" size="s" onClick={() => onAsk(side)}>
            {t(side === 'long' ? 'closeLongs' : 'closeShorts')}
          </Button>
        ))}
      <Button kind="text" size="s" onClick={() => onAsk('all')}>
        {t('closeAll')}
      </Button>
    </Box>
  )
}
