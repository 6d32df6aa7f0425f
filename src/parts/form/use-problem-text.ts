import { formatAmount } from '#src/lib/format.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What is wrong with a field, found before anything is sent: a reason the venue would give too, or the key of a sentence. */
type Problem = { readonly reason: string; readonly params: Readonly<Record<string, string | number>> }

/** Where a bound is meant, the sentence says of what: the refusals of the venue name a number alone. */
const bounded: Readonly<Record<string, string>> = {
  amount_below_min: 'ui:number.atLeast', amount_above_max: 'ui:number.atMost', total_below_min: 'ui:number.totalAtLeast',
}

/** The sentence of a problem, its numbers written as the language does. */
export function useProblemText() {
  const { t, i18n } = useTranslation(['refusals', 'ui'])
  return useCallback(
    ({ reason, params }: Problem) =>
      t(reason.includes(':') ? reason : (bounded[reason] ?? `refusals:${reason}`), Object.fromEntries(Object.entries(params).map(([name, value]) => [name, formatAmount(String(value), i18n.language)]))),
    [t, i18n.language],
  )
}
