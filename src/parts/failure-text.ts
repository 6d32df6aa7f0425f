import type { Failure, Params } from '#contract/wire/reply.ts'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'

/** What a browser calls the language on the screen. */
const tag = () => document.documentElement.lang || 'en'
const decimal = /^-?\d+(\.\d+)?$/

const shownTime = (atMs: number) => new Intl.DateTimeFormat(tag(), { dateStyle: 'medium', timeStyle: 'short' }).format(atMs)
/** Grouped digits; the text itself goes to the formatter, so that no digit is lost on the way. */
const shownNumber = (text: string) => {
  const sign = text.startsWith('-') ? '-' : ''
  const [whole = '0', part = ''] = text.slice(sign.length).split('.')
  const grouped = new Intl.NumberFormat(tag()).format(BigInt(whole))
  return part === '' ? `${sign}${grouped}` : `${sign}${grouped}${pointOf()}${part}`
}
const pointOf = () => new Intl.NumberFormat(tag()).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const shown = (name: string, value: unknown): string | number => {
  if (name.endsWith('_ms') && typeof value === 'number') return shownTime(value)
  if (typeof value === 'number') return value
  if (typeof value !== 'string') return ''
  return decimal.test(value) ? shownNumber(value) : value
}

/** The parameters of a refusal as its sentence shows them. */
export const shownParams = (params: Params, afterMs: number | null): Record<string, string | number> => ({
  after: Math.ceil((afterMs ?? 0) / 1000),
  ...Object.fromEntries(Object.entries(params).map(([name, value]) => [name, shown(name, value)])),
})

/** The sentence of a failure: its key among the refusals. Of what is unknown none says that it was refused. */
export const failureKey = (failure: Failure) => {
  if (failure.kind === 'notLoggedIn') return 'not_logged_in'
  return failure.kind === 'refused' ? failure.reason : 'outcome_unknown'
}

/** Says a failure in the language of the moment, times and numbers spelled out. */
export const useFailureText = () => {
  const { t } = useTranslation('refusals')
  return useCallback(
    (failure: Failure): string => {
      if (failure.kind !== 'refused') return t(failureKey(failure))
      // A reason this client does not know comes with the server's own sentence, in the caller's language.
      if (failure.reason === 'submit_failed' && failure.text !== null) return failure.text
      return t(failure.reason, shownParams(failure.params, failure.afterMs))
    },
    [t],
  )
}
