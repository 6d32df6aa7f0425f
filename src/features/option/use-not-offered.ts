import { useTranslation } from 'react-i18next'
import type { RoundView } from './use-round.ts'

/** What stands on a buying button while nothing can be bought: when the next round opens, or which it is. Null while something can be. */
export function useNotOffered({ isOffered, phase, round, left }: RoundView): string | null {
  const { t } = useTranslation('option')
  if (isOffered) return null
  // Rounds follow each other: one opens when the one before closes.
  if (left !== null && (phase === 'locked' || phase === 'scheduled')) return t('nextIn', { count: left })
  return round === null || phase === 'open' || left !== null ? t('notOffered') : t('roundNo', { no: phase === 'scheduled' ? round.no : round.no + 1 })
}
