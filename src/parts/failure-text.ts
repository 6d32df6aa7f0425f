import type { Failure, Params } from '#contract/wire/reply.ts'
import { formatTime } from '#src/lib/format.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** The BCP 47 tag of the current language. */
const tag = () => document.documentElement.lang || 'en'
const decimal = /^-?\d+(\.\d+)?$/

/** Grouped digits; Intl formats the decimal text itself, so that no digit is lost. */
const shownNumber = (text: string) => {
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '0', part = ''] = text.slice(sign.length).split('.')
  const grouped = new Intl.NumberFormat(tag()).format(BigInt(whole))
  return part === '' ? `${sign}${grouped}` : `${sign}${grouped}${pointOf()}${part}`
}
const pointOf = () =>
  new Intl.NumberFormat(tag()).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const shown = (name: string, value: unknown): string | number => {
  if (name.endsWith('_ms') && typeof value === 'number') return formatTime(value)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return ''
  return decimal.test(value) ? shownNumber(value) : value
}

/** The parameters of a refusal, formatted for its sentence. */
export const shownParams = (params: Params, afterMs: number | null): Record<string, string | number> => ({
  after: Math.ceil((afterMs ?? 0) / 1000),
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)])),
})

/** The `refusals` key of a failure. An unknown outcome is never described as refused. */
export const failureKey = (failure: Failure) => {
  if (failure.kind === 'notLoggedIn') return 'not_logged_in'
  return failure.kind === 'refused' ? failure.reason : 'outcome_unknown'
}

/** The sentence of a failure in the current language, with its times and numbers formatted. */
export const useFailureText = () => {
  const { t } = useTranslation('refusals')
  return useCallback(
    (failure: Failure): string => {
      if (failure.kind !== 'refused') return t(failureKey(failure))
      // A reason that this client does not know is shown by the server's own text, which is in the caller's language.
      if (failure.reason === 'submit_failed' && failure.text !== null) return failure.text
      return t(failure.reason, shownParams(failure.params, failure.afterMs))
    },
    [t],
  )
}
