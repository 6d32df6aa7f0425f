import type { Position } from '#contract/lever.ts'
import { positionOf } from '#machines/lever-position.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useFormat } from '#src/parts/use-format.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useActor } from '@xstate/react'
import { useEffect, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { standingOf } from './account.ts'
import type { LeverPositionLogic } from './lever-position.actors.ts'
import { PositionRow } from './position-row.tsx'
import styles from './positions.module.css'
import { StopsSheet } from './stops-sheet.tsx'
import type { LeverState } from './use-lever.ts'

/** How each shown contract is ended, by its id: what "close all" goes through. */
export type Ends = RefObject<Map<number, () => void>>
type Props = {
  readonly position: Position
  readonly logic: LeverPositionLogic
  readonly ends: Ends
  readonly state: LeverState
  readonly liquidation: string | null
}

/** One living contract with what its owner may do: close, cancel, move the stops. Buttons are there because the machine can. */
export function OpenPosition({ position: first, logic, ends, state, liquidation }: Props) {
  const { t } = useTranslation('lever')
  const failureText = useFailureText()
  const [snapshot, send] = useActor(logic, { input: { position: first } })
  const position = positionOf(snapshot)
  const [asked, setAsked] = useState<'end' | 'stops' | null>(null)
  const isBusy = snapshot.hasTag('busy')
  const { failure } = snapshot.context
  const standing = standingOf(position, state.marks.value)
  const end = snapshot.can({ type: 'close', key: '' }) ? 'close' : snapshot.can({ type: 'cancel', key: '' }) ? 'cancel' : null
  const mayStop = state.isStopAllowed && snapshot.can({ type: 'setStop', key: '', stops: { target_profit_price: '', stop_loss_price: '' } })
  useEffect(() => {
    const known = ends.current
    known.set(first.id, () => {
      send({ type: 'close', key: newKey() })
      send({ type: 'cancel', key: newKey() })
    })
    return () => void known.delete(first.id)
  }, [ends, first.id, send])
  return (
    <>
      <PositionRow
        position={position}
        standing={standing}
        rate={state.view?.rate ?? null}
        liquidation={liquidation}
        isStale={state.marks.freshness === 'stale'}
        actions={
          <>
            {mayStop && (
              <Button kind="text" size="s" onClick={() => setAsked('stops')}>
                {t('editStops')}
              </Button>
            )}
            {(end !== null || isBusy) && (
              <Button kind="quiet" size="s" isBusy={isBusy} onClick={() => setAsked('end')}>
                {t(position.status === 'pending' ? 'cancel' : 'close')}
              </Button>
            )}
          </>
        }
        note={
          <>
            {snapshot.matches({ stepping: 'unknown' }) && (
              <p role="status" className={styles.unsure}>
                {t('unsure')}
              </p>
            )}
            {failure !== null && failure.kind === 'refused' && (
              <p role="alert" className={styles.failure}>
                {failureText(failure)}
              </p>
            )}
          </>
        }
      />
      <EndDialog position={position} profit={standing.profit} isOpen={asked === 'end' && end !== null} onClose={() => setAsked(null)} onConfirm={() => {
        setAsked(null)
        if (end !== null) send({ type: end, key: newKey() })
      }} />
      {asked === 'stops' && mayStop && (
        <StopsSheet
          position={position}
          state={state}
          onClose={() => setAsked(null)}
          onSave={(stops) => {
            setAsked(null)
            send({ type: 'setStop', key: newKey(), stops })
          }}
        />
      )}
    </>
  )
}

type EndProps = { readonly position: Position; readonly profit: string; readonly isOpen: boolean; readonly onClose: () => void; readonly onConfirm: () => void }

/** Says what ending it means, before it is ended. */
function EndDialog({ position, profit, isOpen, onClose, onConfirm }: EndProps) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const quote = position.symbol.split('/')[1] ?? ''
  const isPending = position.status === 'pending'
  const back = `${shown.amount(position.caution_money, 4)} ${quote}`
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(isPending ? 'cancelTitle' : 'closeTitle', { symbol: position.symbol, side: t(position.type) })}
      confirm={t(isPending ? 'cancel' : 'close')}
      kind={isPending ? 'primary' : 'danger'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isPending ? t('cancelAsk', { amount: back }) : t('closeAsk', { profit: `${shown.fixed(profit, 2)} ${quote}` })}
    </ConfirmDialog>
  )
}
