import { earnings, type EarningsSummary } from '#contract/finance/earnings.ts'
import { changeOf } from './balance.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { formatPlatformDay } from '#src/lib/format.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Working money, earnings and payments to come over all products; read again when one of them changes. */
export function useEarnings() {
  const { request } = useServices()
  const { i18n } = useTranslation()
  const read = useRead<EarningsSummary>(`earnings ${i18n.language}`, () => request.read(earnings.summary, {}))
  useRefreshOn(['finance.changed', 'follow.changed', 'launch.changed'], () => void read.refresh())
  return read
}

/** What is free in the spot account; null until it is known. */
export function useFree(currencyId: number): string | null {
  const { feeds } = useServices()
  const { value } = useStream(feeds.balances$, loading)
  return value === null ? null : changeOf(value, currencyId)
}

/** Numbers of the language, and days of the platform. */
export function useFinanceFormat() {
  const lang = useTranslation().i18n.language
  const shown = useNumbers()
  return useMemo(() => ({ ...shown, day: (atMs: number) => formatPlatformDay(atMs, lang) }), [lang, shown])
}

/** Says a sentence of finance. */
export type Say = ReturnType<typeof useTranslation<'finance'>>['t']
