import { otc } from '#contract/otc/otc.ts'
import { isMerchantAhead, isMyTurn, type Merchant, type OtcMarket } from '#contract/otc/otc-order.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useDraft } from '#src/lib/draft.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { loading } from '#streams/kit/live.ts'
import { useMemo } from 'react'

/**
 * Coins, currencies, ways and rules of the OTC market. A page that shows amounts waits with its skeleton until this is
 * known (`isKnown`), so that none changes from a code to a sign; one that cannot be read does not hold it up.
 */
export function useOtcMarket() {
  const { request } = useServices()
  const market = useRead<OtcMarket>('otc-market', () => request.read(otc.market, {}))
  return { ...market, isKnown: market.value !== null || market.failure !== null }
}

const firstCentre = { side: 'buy', coin: '', fiat: '', way: '', amount: '', sort: 'price', taking: '' }
/** What is chosen in the centre, and the ad that is being taken there: a detour or a reload closes nothing. */
export const useCentre = () => useDraft('otc-centre', firstCentre)

const fiatOf: Readonly<Record<Lang, string>> = {
  en: 'USD',
  jp: 'JPY',
  kr: 'KRW',
  esp: 'EUR',
  zh: 'CNY',
  hk: 'HKD',
  th: 'THB',
}
/** The chosen currency, else that of the language, as far as the market has it. */
export function useOtcFiat(market: OtcMarket, chosen: string) {
  const lang = useSettings((settings) => settings.lang)
  const find = (wished: string) => market.fiats.find(({ code }) => code === wished)
  return find(chosen) ?? find(fiatOf[lang]) ?? market.fiats[0]
}

/** The caller as a merchant, as it was read and as it is pushed. */
export function useOwnMerchant() {
  const { request, feeds } = useServices()
  const read = useRead<Merchant>('otc-merchant', () => request.read(otc.agent, {}))
  const pushed = useStream<Merchant | null>(feeds.otcMerchant$, null)
  const held = read.value
  return { ...read, value: held !== null && pushed !== null && isMerchantAhead(held, pushed) ? pushed : held }
}

/** Amounts in fiat with their sign, and in coins with their name: what is held, costs, and what came or went. */
export function useOtcFormat(market: OtcMarket | null) {
  const { sum, money, rate, cost, gain } = useNumbers()
  return useMemo(() => {
    const fiatOf = (code: string) => market?.fiats.find((each) => each.code === code)
    return {
      fiat: (text: string, code: string) => `${fiatOf(code)?.symbol ?? code} ${sum(text, code)}`,
      price: (text: string, code: string) => `${rate(text, code)} ${code}`,
      coin: (text: string, name: string) => money(text, name),
      cost: (text: string, name: string) => cost(text, name),
      gain: (text: string, name: string) => gain(text, name),
    }
  }, [market, sum, money, rate, cost, gain])
}

/** The caller's open orders, and those that wait for the caller; null before the first whole list. */
export function useOpenOtcOrders() {
  const { feeds } = useServices()
  const { value, freshness } = useStream(feeds.otcOrders$, loading)
  const orders = value
  return { orders, mine: useMemo(() => (orders ?? []).filter(isMyTurn), [orders]), isStale: freshness === 'stale' }
}
