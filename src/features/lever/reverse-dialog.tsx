import type { Position } from '#contract/lever.ts'
import { marketOf } from '#contract/market.ts'
import { entryPrice, openingOf, profitOf } from '#contract/lever-risk.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { OrderSums } from '#src/parts/trade/order-form.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { usePrice } from '#src/parts/use-price.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { loading } from '#streams/kit/live.ts'
import { useTranslation } from 'react-i18next'
import { markOf, termsOf } from '#src/parts/lever/account.ts'
import { signedText } from './position-row.tsx'
import type { LeverState } from './use-lever.ts'

type Props = { readonly position: Position; readonly state: LeverState; readonly onClose: () => void; readonly onConfirm: (seen: string) => void }

/** Asks before a position is closed and opened on the other side; the opening price that is shown goes with it. */
export function ReverseDialog({ position, state, onClose, onConfirm }: Props) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const priceText = usePrice()
  const { feeds } = useServices()
  // A position of another market has terms of its own.
  const other = useStream(feeds.pair$(marketOf(position.symbol)), loading).value
  const pair = position.symbol === state.pair.symbol ? state.pair : other
  if (pair === null) return null
  const { spread, lotSize, fee } = termsOf(pair)
  const { symbol, multiple, share: lots } = position
  const quote = symbol.split('/')[1] ?? ''
  const side = position.type === 'long' ? 'short' : 'long'
  const mark = parseDec(markOf(position, state.marks.value))
  const price = entryPrice(side, mark, spread)
  const opening = openingOf({ side, price, lots, lotSize, multiple, fee })
  const profit = formatDec(profitOf(position.type, parseDec(position.price), mark, parseDec(position.number)))
  return (
    <ConfirmDialog
      isOpen
      title={t('reverseTitle', { symbol, side: t(side) })}
      confirm={t('reverse')}
      dismiss={t('keepPosition')}
      kind="danger"
      onConfirm={() => onConfirm(formatDec(price))}
      onClose={onClose}
    >
      <p>{t('reverseLead', { side: t(position.type), other: t(side), lots: t('lotsOf', { count: lots }), multiple })}</p>
      <OrderSums
        rows={[
          [t('partProfit'), `${signedText(profit, shown)} ${quote}`],
          [t('entryPrice'), `≈ ${priceText(formatDec(price), position.symbol)}`],
          [t('margin'), `${shown.cost(formatDec(opening.margin), 2)} ${quote}`],
          [t('fee'), `${shown.cost(formatDec(opening.fee), 2)} ${quote}`],
        ]}
      />
    </ConfirmDialog>
  )
}
