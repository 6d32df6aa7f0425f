import { Box, Press } from '#src/ui/box.tsx'
import { tidyDecimal, unitsOf } from '#src/lib/amount.ts'
import { useFaultText } from '#src/parts/form/form-field.tsx'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './ticket.module.css'
import { guardFields, inputOf, type FaultOf, type Guard } from './ticket-guards.ts'
import type { TicketState } from './use-ticket.ts'

type Props = { readonly state: TicketState }
const StopsForm = lazy(async () => ({ default: (await import('./stops-form.tsx')).StopsForm }))

/**
 * All that protects the contract in one line; a tap opens it in a sheet. A percentage holds for either side, a price
 * for one of them. What is on the wrong side is told in the sheet when it is to be left, and stays as it was typed.
 */
export function TicketStops({ state }: Props) {
  const { t } = useTranslation(['lever', 'ui'])
  const price = usePairPrice()
  const faultText = useFaultText('refusals')
  const { form, ticket, stops, pair } = state
  const [isOpen, setIsOpen] = useState(false)
  const [isTold, setIsTold] = useState(false)
  const faultOf: FaultOf = (field) => faultText(isTold ? (form.faults[field] ?? null) : form.fields.faultOf(field))
  const told = guardFields.map(faultOf).find((each) => each !== null) ?? null
  const textOf = (guard: Guard) => {
    const { by, text } = inputOf(ticket, guard)
    if (text === '') return '—'
    if (by === 'percent') return `${text}%`
    const plain = by === 'price' ? tidyDecimal(text) : stops.viewOf(guard)?.price
    return plain === undefined || unitsOf(plain) === null ? text : price(plain, pair.symbol)
  }
  const more = ticket.more.filter(({ input }) => input.text !== '').length
  const targets = more > 0 ? `${textOf(0)} +${more}` : textOf(0)
  const leave = () => {
    setIsTold(true)
    setIsOpen(false)
  }
  const done = () => (guardFields.some((field) => form.faults[field]) ? setIsTold(true) : leave())
  return (
    <>
      <Press
        gap={2}
        align="center"
        isInput
        size={2}
        tone={2}
        className={styles.line}
        data-invalid={told !== null || undefined}
        aria-label={t('stops')}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <span>{t('editStops')}</span>
        <Box as="span" isCut tone={1} text="end">
          {targets} / {ticket.trail === null ? textOf('loss') : `↕ ${ticket.trail}%`}
        </Box>
        <Icon name="chevron-right" size={16} />
      </Press>
      {told !== null && (
        <Box as="p" size={1} tone="danger" role="alert">
          {told}
        </Box>
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
        <Suspense fallback={<Skeleton lines={4} height={48} />}>
          <StopsForm state={state} faultOf={faultOf} />
        </Suspense>
      </Sheet>
    </>
  )
}
