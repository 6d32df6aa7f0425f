import type { LeverSide } from '#contract/lever.ts'
import { useFormat } from '#src/parts/use-format.ts'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import styles from './ticket.module.css'
import { useMargins, type TicketState } from './use-ticket.ts'

const sides: readonly LeverSide[] = ['long', 'short']
const focusFault = () =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('form :is(input[aria-invalid="true"], button[data-invalid])')?.focus(),
  )

/** The two buttons of the ticket: each opens the review of its side, and tells what it would tie up. */
export function DealButtons({ state }: { readonly state: TicketState }) {
  const { t } = useTranslation('lever')
  const shown = useFormat()
  const { pair, coins } = state
  const margins = useMargins(state)
  return sides.map((side) => {
    const margin = margins[side]
    const name = t(side === 'long' ? 'openLong' : 'openShort')
    return (
      <Button
        key={side}
        kind={side === 'long' ? 'buy' : 'sell'}
        isWide
        size="l"
        aria-label={name}
        data-deal={side}
        onClick={() => {
          if (!state.review(side)) focusFault()
        }}
      >
        <span className={styles.face}>
          {name}
          {coins !== null && margin !== null && (
            <small>
              {shown.amount(coins)}&nbsp;{pair.currency_name} · {shown.cost(margin, 2)}&nbsp;{pair.legal_name}
            </small>
          )}
        </span>
      </Button>
    )
  })
}
