import { formatAge, formatDate, formatTime, tagOf } from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const region = /^[A-Z]{2}$/

/** Instants, ages, sums and countries as the language on the screen writes them. */
export function useShown() {
  const { i18n } = useTranslation()
  const lang = i18n.language
  return useMemo(() => {
    const numbers = numbersIn(lang)
    const regions = new Intl.DisplayNames([tagOf(lang)], { type: 'region' })
    return {
      time: (atMs: number) => formatTime(atMs),
      date: (atMs: number) => formatDate(atMs, lang),
      age: (ageMs: number) => formatAge(ageMs, lang),
      money: numbers.money,
      cost: numbers.cost,
      country: (text: string) => (region.test(text) ? (regions.of(text) ?? text) : text),
    }
  }, [lang])
}
