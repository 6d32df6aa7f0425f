import type { Lang } from '#contract/wire/languages.ts'
import type { AreaCode } from '#contract/platform/platform.ts'
import { getCountries, getCountryCallingCode, type CountryCode } from 'libphonenumber-js/min'

/**
 * The regions of most accounts first, then all others by their code. The place in this list is the id on the wire: it
 * only grows.
 */
const first: readonly CountryCode[] = [
  'HK',
  'CN',
  'TW',
  'MO',
  'JP',
  'KR',
  'TH',
  'SG',
  'MY',
  'VN',
  'PH',
  'ID',
  'KH',
  'LA',
  'MM',
  'IN',
  'US',
  'CA',
  'GB',
  'IE',
  'DE',
  'FR',
  'ES',
  'IT',
  'PT',
  'NL',
  'CH',
  'AT',
  'SE',
  'PL',
  'TR',
  'AE',
  'SA',
  'IL',
  'AU',
  'NZ',
  'MX',
  'AR',
  'CL',
  'CO',
  'PE',
  'BR',
  'ZA',
  'NG',
  'EG',
]
const regions = [
  ...first,
  ...getCountries()
    .filter((region) => !first.includes(region))
    .toSorted(),
]
const tags: Readonly<Record<Lang, string>> = {
  en: 'en',
  jp: 'ja',
  kr: 'ko',
  esp: 'es',
  zh: 'zh-Hans',
  hk: 'zh-Hant-HK',
  th: 'th',
}
const cache = new Map<Lang, AreaCode[]>()

/** Countries with their dialling codes, with names in the given language. */
export const areaCodesIn = (lang: Lang): AreaCode[] => {
  const cached = cache.get(lang)
  if (cached) return cached
  const names = new Intl.DisplayNames([tags[lang]], { type: 'region' })
  const areaCodes = regions.map((region, at) => ({
    id: at + 1,
    name: names.of(region) ?? region,
    area_code: getCountryCallingCode(region),
    lang,
  }))
  cache.set(lang, areaCodes)
  return areaCodes
}
