import { Box } from '#src/ui/box.tsx'
import type { Position } from '#contract/lever/lever-position.ts'
import type { LeverAct } from '#machines/lever/lever-position.ts'
import { formatDec } from '#contract/wire/money.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { standingOf } from '#src/parts/lever/account.ts'
import { useEstimateText } from './estimated-price.tsx'
import { useExit } from './use-exit.ts'
import type { Part } from './close-sheet.tsx'
import { PositionRow } from './position-row.tsx'
import type { LeverState } from './use-lever.ts'
import { useOpenPosition, type LeverPositionsActor, type OpenPositionState } from '#src/actors/use-open-positions.ts'

const AmendEntry = lazy(async () => ({ default: (await import('./amend-entry.tsx')).AmendEntry }))
const CloseSheet = lazy(async () => ({ default: (await import('./close-sheet.tsx')).CloseSheet }))
const ReverseDialog = lazy(async () => ({ default: (await import('./reverse-dialog.tsx')).ReverseDialog }))
const StopsSheet = lazy(async () => ({ default: (await import('./stops-sheet.tsx')).StopsSheet }))
const missing = '—'

type Props = {
  readonly id: number
  readonly list: LeverPositionsActor
  readonly act: (id: number, intent: LeverAct) => void
  readonly state: LeverState
  readonly liquidation: string | null
}

/** One open position, which selects itself from the list by id. */
export function OpenPosition({ id, list, ...rest }: Props) {
  const open = useOpenPosition(list, id)
  return open === null ? null : <Row id={id} open={open} {...rest} />
}

type Asked = 'end' | 'reverse' | 'stops' | 'amend'
type RowProps = Omit<Props, 'list'> & { readonly open: OpenPositionState }

/** A position with its actions: close, cancel, move the stops. */
function Row({ id, open, act, state, liquidation }: RowProps) {
  const { t } = useTranslation('lever')
  const failureText = useFailureText()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [part, setPart] = useState<Part>('100')
  const { position, failure, end } = open
  const exit = (wanted: Part) => {
    setPart(wanted)
    setAsked('end')
  }
  const close = () => setAsked(null)
  const confirm = (intent: LeverAct) => {
    close()
    act(id, intent)
  }
  const standing = standingOf(position, state.marks.value)
  const mayStop = state.isStopAllowed && open.mayStop
  const isPart = end === 'close' && position.share > 1
  return (
    <>
      <PositionRow
        position={position}
        standing={standing}
        rate={state.view?.rate ?? null}
        liquidation={liquidation}
        isStale={state.marks.freshness === 'stale'}
        actions={<Actions open={open} mayStop={mayStop} onAsk={setAsked} onExit={() => exit('100')} />}
        note={
          <>
            {open.isUnknown && (
              <Box as="p" role="status" tone="warning" size={2}>
                {t('unsure')}
              </Box>
            )}
            {failure !== null && failure.kind === 'refused' && (
              <Box as="p" role="alert" tone="danger" size={2}>
                {failureText(failure)}
              </Box>
            )}
          </>
        }
      />
      {asked === 'end' && end !== null && !isPart && (
        <EndDialog position={position} state={state} onClose={close} onConfirm={() => confirm({ name: end })} />
      )}
      <Suspense>
        {asked === 'end' && isPart && (
          <CloseSheet
            position={position}
            part={part}
            state={state}
            onClose={close}
            onConfirm={(lots) => confirm({ name: 'close', ...(lots < position.share && { lots }) })}
          />
        )}
        <Sheets
          open={open}
          state={state}
          liquidation={liquidation}
          asked={asked}
          mayStop={mayStop}
          onExit={exit}
          onClose={close}
          onAct={confirm}
        />
      </Suspense>
    </>
  )
}

type ActionsProps = {
  readonly open: OpenPositionState
  readonly mayStop: boolean
  readonly onAsk: (asked: Asked) => void
  readonly onExit: () => void
}
/** A button is shown if the machine can take its event. */
function Actions({ open, mayStop, onAsk, onExit }: ActionsProps) {
  const { t } = useTranslation('lever')
  const { position, isBusy, end } = open
  return (
    <>
      {mayStop && (
        <Button kind="text" size="s" onClick={() => onAsk('stops')}>
          {t('editStops')}
        </Button>
      )}
      {open.mayAmend && (
        <Button kind="text" size="s" data-key="amend" onClick={() => onAsk('amend')}>
          {t('amend')}
        </Button>
      )}
      {open.mayReverse && (
        <Button kind="text" size="s" onClick={() => onAsk('reverse')}>
          {t('reverse')}
        </Button>
      )}
      {(end !== null || isBusy) && (
        <Button kind="quiet" size="s" isBusy={isBusy} onClick={() => onExit()}>
          {t(position.status === 'pending' ? 'cancel' : 'close')}
        </Button>
      )}
    </>
  )
}

type SheetsProps = Omit<RowProps, 'id' | 'act'> & {
  readonly asked: Asked | null
  readonly mayStop: boolean
  readonly onExit: (part: Part) => void
  readonly onClose: () => void
  readonly onAct: (intent: LeverAct) => void
}
/** What changes an open position and leaves it open. */
function Sheets({ open, state, liquidation, asked, mayStop, onExit, onClose, onAct }: SheetsProps) {
  const { position } = open
  return (
    <>
      {asked === 'reverse' && open.mayReverse && (
        <ReverseDialog
          position={position}
          state={state}
          onClose={onClose}
          onConfirm={(seen) => onAct({ name: 'reverse', seen })}
        />
      )}
      {asked === 'amend' && open.mayAmend && <AmendEntry position={position} onClose={onClose} />}
      {asked === 'stops' && mayStop && (
        <StopsSheet
          position={position}
          state={state}
          liquidation={position.status === 'trading' ? liquidation : null}
          onExit={onExit}
          onClose={onClose}
          onSave={(stops) => onAct({ name: 'setStop', stops })}
        />
      )}
    </>
  )
}

type EndProps = {
  readonly position: Position
  readonly state: LeverState
  readonly onClose: () => void
  readonly onConfirm: () => void
}

/** The confirmation before a position is closed or an order cancelled. */
function EndDialog({ position, state, onClose, onConfirm }: EndProps) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const estimateText = useEstimateText()
  const exit = useExit(position, state)
  const quote = position.symbol.split('/')[1] ?? ''
  const isPending = position.status === 'pending'
  const closed = isPending || exit === null ? null : exit(position.share)
  const back = shown.money(position.caution_money, quote)
  return (
    <ConfirmDialog
      isOpen
      title={t(isPending ? 'cancelTitle' : 'closeTitle', { symbol: position.symbol, side: t(position.type) })}
      confirm={t(isPending ? 'cancelOrder' : 'close')}
      dismiss={t(isPending ? 'keepOrder' : 'keepPosition')}
      kind={isPending ? 'primary' : 'danger'}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {isPending
        ? t('cancelAsk', { amount: back })
        : t('closeAsk', {
            price: closed === null ? missing : estimateText(closed, position.symbol),
            profit: closed === null ? missing : shown.gain(formatDec(closed.net), quote, 'fine'),
          })}
    </ConfirmDialog>
  )
}
