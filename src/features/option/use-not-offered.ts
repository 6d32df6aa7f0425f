import { useTranslation } from 'react-i18next'
import type { RoundView } from './use-round.ts'

/**
 * The label of the buy buttons while buying is impossible: when the next round
 * opens, or its number. Null while it is possible.
 */
export function useNotOffered({ isOffered, phase, round, left }: RoundView): string | null {
  const { t } = useTranslation('option')
  if (isOffered) return null
  // Rounds are consecutive: one opens when the previous one closes.
  if (left !== null && (phase === 'locked' || phase === 'scheduled')) return t('nextIn', { count: left })
  return round === null || phase === 'open' || left !== null
    ? t('notOffered')
    : t('roundNo', { no: phase === 'scheduled' ? round.no : round.no + 1 })
}
