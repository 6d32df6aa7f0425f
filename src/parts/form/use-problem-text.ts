import { useNumbers } from '#src/lib/use-numbers.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** A fault that is found before sending: a refusal reason of the server, or the key of a sentence. */
type Problem = { readonly reason: string; readonly params: Readonly<Record<string, string | number>> }

/** Sentences that name the bounded quantity; the refusals of the server contain only a number. */
const bounded: Readonly<Record<string, string>> = {
  amount_below_min: 'ui:number.atLeast',
  amount_above_max: 'ui:number.atMost',
  total_below_min: 'ui:number.totalAtLeast',
}

/** The sentence of a problem, with localized numbers. */
export function useProblemText() {
  const shown = useNumbers()
  const { t } = useTranslation(['refusals', 'ui'])
  return useCallback(
    ({ reason, params }: Problem) => {
      const { coin } = params
      return t(
        reason.includes(':') ? reason : (bounded[reason] ?? `refusals:${reason}`),
        Object.fromEntries(
          Object.entries(params).map(([name, value]) => [
            name,
            typeof coin === 'string' ? shown.sum(String(value), coin, 'cost') : shown.exact(String(value)),
          ]),
        ),
      )
    },
    [t, shown],
  )
}
