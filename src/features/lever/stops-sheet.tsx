import type { Position } from '#contract/lever.ts'
import { compareDec, decimalsOf, parseDec } from '#contract/wire/money.ts'
import { areStopsRight } from '#contract/lever-risk.ts'
import { noStop, type StopInput } from '#machines/lever-ticket.ts'
import type { Stops } from '#machines/lever-position.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useFormat } from '#src/parts/use-format.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { loading } from '#streams/kit/live.ts'
import { marketOf } from '#contract/market.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markOf, termsOf } from './account.ts'
import { StopField } from './stop-field.tsx'
import { respell, stopPrice, stopView, type StopBasis, type StopKind } from './stops.ts'
import styles from './positions.module.css'
import type { LeverState } from './use-lever.ts'

type Props = { readonly position: Position; readonly state: LeverState; readonly onClose: () => void; readonly onSave: (stops: Stops) => void }

const intentOf = (price: string): StopInput => (compareDec(price, '0') > 0 ? { by: 'price', text: price } : noStop)

/** The stops of a contract that lives: set, moved, or taken away by leaving them empty. */
export function StopsSheet({ position, state, onClose, onSave }: Props) {
  const { t } = useTranslation(['lever', 'refusals'])
  const shown = useFormat()
  const { feeds } = useServices()
  // Another market than the page's has its own step.
  const pair = useStream(feeds.pair$(marketOf(position.symbol)), loading).value
  const { tick, scale } = termsOf(pair ?? state.pair)
  const [typed, setTyped] = useState({ takeProfit: intentOf(position.target_profit_price), stopLoss: intentOf(position.stop_loss_price) })
  const [isChecked, setIsChecked] = useState(false)
  const basis: StopBasis = {
    side: position.type, price: parseDec(position.price), number: parseDec(position.number), margin: parseDec(position.origin_caution_money), tick, scale,
  }
  const mark = markOf(position, state.marks.value)
  const from = position.status === 'pending' ? [basis.price] : [basis.price, parseDec(mark)]
  const tidy = (kind: StopKind): StopInput => ({ ...typed[kind], text: tidyDecimal(typed[kind].text) })
  const faultOf = (kind: StopKind): string | null => {
    const input = tidy(kind)
    if (input.text === '' || parseDec(input.text) === 0n) return null
    if (input.by === 'price' && decimalsOf(input.text) > scale) return t('refusals:price_step', { scale })
    const price = stopPrice(input, kind, basis)
    const isRight = price !== '' && areStopsRight(position.type, { takeProfit: 0n, stopLoss: 0n, [kind]: parseDec(price) }, from)
    return isRight ? null : t('refusals:stop_wrong_side')
  }
  const save = () => {
    setIsChecked(true)
    if (faultOf('takeProfit') !== null || faultOf('stopLoss') !== null) return
    onSave({ target_profit_price: stopPrice(tidy('takeProfit'), 'takeProfit', basis), stop_loss_price: stopPrice(tidy('stopLoss'), 'stopLoss', basis) })
  }
  const field = (kind: StopKind) => (
    <StopField
      kind={kind}
      input={typed[kind]}
      view={stopView(tidy(kind), kind, basis)}
      scale={scale}
      quote={position.symbol.split('/')[1] ?? ''}
      error={isChecked ? faultOf(kind) : null}
      onType={(input) => setTyped({ ...typed, [kind]: input })}
      onSpell={(by) => setTyped({ ...typed, [kind]: respell(tidy(kind), by, kind, basis) })}
    />
  )
  return (
    <Sheet title={`${t('stops')} · ${position.symbol}`} isOpen onClose={onClose} footer={<Button isWide size="l" onClick={save}>{t('saveStops')}</Button>}>
      <div className={styles.sheet}>
        <p className={styles.lead}>{t('stopsLead', { entry: shown.amount(position.price), mark: shown.amount(mark) })}</p>
        {field('takeProfit')}
        {field('stopLoss')}
        <p className={styles.lead}>{t('stopsRule')}</p>
      </div>
    </Sheet>
  )
}
