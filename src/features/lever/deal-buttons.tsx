import type { LeverSide } from '#contract/lever/lever-position.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
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
  const shown = useNumbers()
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
              <span data-unit={pair.currency_name}>
                {shown.sum(coins, pair.currency_name)}&nbsp;{pair.currency_name}
              </span>{' '}
              ·{' '}
              <span data-unit={pair.legal_name}>
                {shown.sum(margin, pair.legal_name, 'cost', 'fine')}&nbsp;{pair.legal_name}
              </span>
            </small>
          )}
        </span>
      </Button>
    )
  })
}
