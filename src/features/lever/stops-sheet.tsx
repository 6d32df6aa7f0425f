import { Note } from '#src/ui/box.tsx'
import type { Position } from '#contract/lever/lever-position.ts'
import { unrealised } from '#contract/pnl.ts'
import { compareDec, parseDec } from '#contract/wire/money.ts'
import { noStop, type StopInput } from '#src/parts/lever/stops.ts'
import type { Stops } from '#machines/lever/lever-position.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useServices } from '#src/actors/services.tsx'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { loading } from '#streams/kit/live.ts'
import { marketOf } from '#contract/market/market.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { markOf, termsOf } from '#src/parts/lever/account.ts'
import { StopField } from './stop-field.tsx'
import {
  basisOfPosition,
  respell,
  stopFault,
  stopPrice,
  stopView,
  wallOf,
  type StopFault,
  type StopKind,
} from '#src/parts/lever/stops.ts'
import styles from './positions.module.css'
import type { LeverState } from './use-lever.ts'

type Props = {
  readonly position: Position
  readonly state: LeverState
  readonly onClose: () => void
  readonly onSave: (stops: Stops) => void
}

const intentOf = (price: string): StopInput => (compareDec(price, '0') > 0 ? { by: 'price', text: price } : noStop)

/** Edits the stops of an open position; an empty field removes a stop. */
export function StopsSheet({ position, state, onClose, onSave }: Props) {
  const { t } = useTranslation(['lever', 'refusals', 'ui', 'trades'])
  const price = usePairPrice()
  const { feeds } = useServices()
  // A position of another market has a price step of its own.
  const pair = useStream(feeds.pair$(marketOf(position.symbol)), loading).value
  const terms = termsOf(pair ?? state.pair)
  const [typed, setTyped] = useState({
    takeProfit: intentOf(position.target_profit_price),
    stopLoss: intentOf(position.stop_loss_price),
  })
  const [isChecked, setIsChecked] = useState(false)
  const basis = basisOfPosition(position, terms)
  const mark = markOf(position, state.marks.value)
  const faultOf = (kind: StopKind) => stopFault(typed[kind], kind, basis, wallOf(position, mark))
  // Nothing is left that ends a loss: that is agreed to each time.
  const isBared =
    position.status === 'trading' &&
    compareDec(position.stop_loss_price, '0') > 0 &&
    typed.stopLoss.text === '' &&
    unrealised({ ...basis, fee: basis.cost, overnight: 0n }, parseDec(mark)) < 0n
  const [isAgreed, setIsAgreed] = useState(false)
  const save = () => {
    setIsChecked(true)
    if (faultOf('takeProfit') !== null || faultOf('stopLoss') !== null || (isBared && !isAgreed)) return
    onSave({
      target_profit_price: stopPrice(typed.takeProfit, 'takeProfit', basis),
      stop_loss_price: stopPrice(typed.stopLoss, 'stopLoss', basis),
    })
  }
  const problemText = useProblemText()
  const errorOf = (fault: StopFault | null) => (isChecked && fault !== null ? problemText(fault) : null)
  const field = (kind: StopKind) => (
    <StopField
      kind={kind}
      input={typed[kind]}
      view={faultOf(kind) === null ? stopView(typed[kind], kind, basis) : null}
      scale={terms.scale}
      quote={position.symbol.split('/')[1] ?? ''}
      error={errorOf(faultOf(kind))}
      onType={(input) => setTyped({ ...typed, [kind]: input })}
      onSpell={(by) => setTyped({ ...typed, [kind]: respell(typed[kind], by, kind, basis) })}
    />
  )
  return (
    <Sheet
      title={`${t('stops')} · ${position.symbol}`}
      isOpen
      onClose={onClose}
      footer={
        <Button isWide size="l" aria-disabled={(isBared && !isAgreed) || undefined} onClick={save}>
          {t('saveStops')}
        </Button>
      }
    >
      <div className={styles.sheet}>
        <Note>
          {t('stopsLead', { entry: price(position.price, position.symbol), mark: price(mark, position.symbol) })}
        </Note>
        {field('takeProfit')}
        {field('stopLoss')}
        <Note>{t('stopsRule')}</Note>
        {isBared && (
          <Checkbox isChecked={isAgreed} onChange={setIsAgreed}>
            {t('trades:consents.noStop')}
          </Checkbox>
        )}
      </div>
    </Sheet>
  )
}
