import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useProblemText } from '#src/parts/form/use-problem-text.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopField } from './stop-field.tsx'
import type { StopKind } from '#src/parts/lever/stops.ts'
import styles from './ticket.module.css'
import { fieldOf } from './ticket-live.ts'
import type { TicketState } from './use-ticket.ts'

type Props = { readonly state: TicketState }
const kinds: readonly StopKind[] = ['takeProfit', 'stopLoss']

/**
 * Both stops in one line; a tap opens them in a sheet. A percentage holds for either side, a price for one of them. A
 * stop on the wrong side is
 * told in the sheet when it is to be left, and stays as it was typed.
 */
export function TicketStops({ state }: Props) {
  const { t } = useTranslation(['lever', 'ui'])
  const price = usePairPrice()
  const problemText = useProblemText()
  const { form, ticket, stops, pair } = state
  const [isOpen, setIsOpen] = useState(false)
  const [isTold, setIsTold] = useState(false)
  const faults = kinds.map((kind) => stops.faultOf(kind))
  const faultOf = (kind: StopKind) => {
    const fault = isTold || form.fields.faultOf(fieldOf[kind]) !== null ? stops.faultOf(kind) : null
    return fault === null ? null : problemText(fault)
  }
  const fault = faultOf('takeProfit') ?? faultOf('stopLoss')
  const textOf = (kind: StopKind) => {
    const { by, text } = ticket[kind]
    if (text === '') return '—'
    if (by === 'percent') return `${text}%`
    const plain = by === 'price' ? tidyDecimal(text) : stops.viewOf(kind)?.price
    return plain === undefined || unitsOf(plain) === null ? text : price(plain, pair.symbol)
  }
  const leave = () => {
    setIsTold(true)
    setIsOpen(false)
  }
  const done = () => (faults.some((each) => each !== null) ? setIsTold(true) : leave())
  return (
    <>
      <button
        type="button"
        className={styles.line}
        data-invalid={fault !== null || undefined}
        aria-label={t('stops')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span>{t('editStops')}</span>
        <span className={styles.value}>{kinds.map(textOf).join(' / ')}</span>
        <Icon name="chevron-right" size={16} />
      </button>
      {fault !== null && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      <Sheet
        title={t('stops')}
        isOpen={isOpen}
        onClose={leave}
        footer={
          <Button isWide size="l" onClick={done}>
            {t('ui:done')}
          </Button>
        }
      >
        <StopsForm state={state} faultOf={faultOf} />
      </Sheet>
    </>
  )
}

function StopsForm({ state, faultOf }: Props & { readonly faultOf: (kind: StopKind) => string | null }) {
  const { t } = useTranslation('lever')
  const { ticket, change, stops, pair, terms } = state
  return (
    <div className={styles.stops}>
      <Segmented
        label={t('side')}
        options={[
          { value: 'long', label: t('long') },
          { value: 'short', label: t('short') },
        ]}
        value={ticket.side}
        onChange={(side) => change({ side })}
        tone={ticket.side === 'long' ? 'rise' : 'fall'}
      />
      {kinds.map((kind) => (
        <StopField
          key={kind}
          kind={kind}
          input={ticket[kind]}
          view={stops.viewOf(kind)}
          scale={terms.scale}
          quote={pair.legal_name}
          error={faultOf(kind)}
          onType={(input) => stops.type(kind, input)}
          onSpell={(by) => stops.spell(kind, by)}
        />
      ))}
    </div>
  )
}
