import type { Position } from '#contract/lever/lever-position.ts'
import { estimateFill, movedTo } from '#contract/lever/lever-fill.ts'
import { numberOf, openingOf } from '#contract/lever/lever-risk.ts'
import { formatDec } from '#contract/wire/money.ts'
import { Facts } from '#src/ui/facts.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useTranslation } from 'react-i18next'
import { EstimatedPrice } from './estimated-price.tsx'
import { useExit, useSeen } from './use-exit.ts'
import type { LeverState } from './use-lever.ts'

type Props = {
  readonly position: Position
  readonly state: LeverState
  readonly onClose: () => void
  readonly onConfirm: (seen: string) => void
}

/** Asks before a position is closed and opened on the other side; the opening price that is shown goes with it. */
export function ReverseDialog({ position, state, onClose, onConfirm }: Props) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const known = useSeen(position, state)
  const exit = useExit(position, state)
  if (known === null || exit === null) return null
  const {
    seen,
    terms: { spread, lotSize, fee },
  } = known
  const { symbol, multiple, share: lots } = position
  const quote = symbol.split('/')[1] ?? ''
  const side = position.type === 'long' ? 'short' : 'long'
  const closed = exit(lots)
  const number = numberOf(lots, lotSize)
  // What is opened comes after what is closed: the net value of the market is then without it.
  const opened = estimateFill(movedTo(seen, seen.mark, { side, number }), { side, opens: true, number, spread })
  const opening = openingOf({ side, price: opened.price, lots, lotSize, multiple, fee })
  return (
    <ConfirmDialog
      isOpen
      title={t('reverseTitle', { symbol, side: t(side) })}
      confirm={t('reverse')}
      dismiss={t('keepPosition')}
      kind="danger"
      onConfirm={() => onConfirm(formatDec(opened.price))}
      onClose={onClose}
    >
      <p>
        {t('reverseLead', { side: t(position.type), other: t(side), lots: t('lotsOf', { count: lots }), multiple })}
      </p>
      <Facts
        kind="dense"
        facts={[
          { name: t('exitPrice'), value: <EstimatedPrice of={closed} symbol={symbol} /> },
          { name: t('exitNet'), value: shown.gain(formatDec(closed.net), quote, 'fine') },
          { name: t('entryPrice'), value: <EstimatedPrice of={opened} symbol={symbol} /> },
          { name: t('margin'), value: shown.cost(formatDec(opening.margin), quote, 'fine') },
          { name: t('fee'), value: shown.cost(formatDec(opening.fee), quote, 'fine') },
        ]}
      />
    </ConfirmDialog>
  )
}
