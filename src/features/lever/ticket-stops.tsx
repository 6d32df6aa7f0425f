import { usePrice } from '#src/parts/use-price.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { StopField } from './stop-field.tsx'
import type { StopKind } from '#src/parts/lever/stops.ts'
import type { Field } from './ticket-sums.ts'
import styles from './ticket.module.css'
import type { TicketState } from './use-ticket.ts'

type Props = { readonly state: TicketState; readonly faultOf: (field: Field) => string | null }
const kinds: readonly StopKind[] = ['takeProfit', 'stopLoss']

/** Both stops in one line; a tap opens them in a sheet. A percentage holds for either side, a price for one of them. */
export function TicketStops({ state, faultOf }: Props) {
  const { t } = useTranslation(['lever', 'ui'])
  const price = usePrice()
  const { ticket, stops } = state
  const [isOpen, setIsOpen] = useState(false)
  const fault = faultOf('takeProfit') ?? faultOf('stopLoss')
  const textOf = (kind: StopKind) => {
    const { by, text } = ticket[kind]
    return text === '' ? '—' : by === 'percent' ? `${text}%` : price(stops.viewOf(kind)?.price ?? '0', state.pair.symbol)
  }
  return (
    <>
      <button type="button" className={styles.line} data-invalid={fault !== null || undefined} aria-label={t('stops')} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
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
        onClose={() => setIsOpen(false)}
        footer={
          <Button isWide size="l" onClick={() => setIsOpen(false)}>
            {t('ui:done')}
          </Button>
        }
      >
        <StopsForm state={state} faultOf={faultOf} />
      </Sheet>
    </>
  )
}

function StopsForm({ state, faultOf }: Props) {
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
