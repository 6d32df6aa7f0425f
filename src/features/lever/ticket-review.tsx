import { MoneyReview } from '#src/parts/form/money-shell.tsx'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { useTranslation } from 'react-i18next'
import type { TicketState } from './use-ticket.ts'

/** The review, and what became of the order. */
export function TicketReview({ state: { form, placed, view } }: { readonly state: TicketState }) {
  const { t } = useTranslation('lever')
  const price = usePairPrice()
  if (form.state !== 'done') return <MoneyReview form={form} onView={view} />
  const outcome = placed === null ? 'trading' : placed.status === 'closing' ? 'closed' : placed.status
  return (
    <MoneyReview
      form={form}
      onView={view}
      title={t(`outcome.${outcome}`)}
      {...(placed !== null && {
        doneTitle: t(`outcomeAt.${outcome}`, {
          price: price((outcome === 'closed' ? placed.close_price : null) ?? placed.price, placed.symbol),
          side: t(placed.type),
          symbol: placed.symbol,
        }),
      })}
    />
  )
}
