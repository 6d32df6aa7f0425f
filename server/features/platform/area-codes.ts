import type { Lang } from '#contract/wire/languages.ts'
import type { AreaCode } from '#contract/platform.ts'

const codes: readonly (readonly [region: string, code: string])[] = [
  ['HK', '852'], ['CN', '86'], ['TW', '886'], ['MO', '853'], ['JP', '81'], ['KR', '82'], ['TH', '66'], ['SG', '65'],
  ['MY', '60'], ['VN', '84'], ['PH', '63'], ['ID', '62'], ['KH', '855'], ['LA', '856'], ['MM', '95'], ['IN', '91'],
  ['US', '1'], ['CA', '1'], ['GB', '44'], ['IE', '353'], ['DE', '49'], ['FR', '33'], ['ES', '34'], ['IT', '39'],
  ['PT', '351'], ['NL', '31'], ['CH', '41'], ['AT', '43'], ['SE', '46'], ['PL', '48'], ['TR', '90'], ['AE', '971'],
  ['SA', '966'], ['IL', '972'], ['AU', '61'], ['NZ', '64'], ['MX', '52'], ['AR', '54'], ['CL', '56'], ['CO', '57'],
  ['PE', '51'], ['BR', '55'], ['ZA', '27'], ['NG', '234'], ['EG', '20'],
]
const tags: Readonly<Record<Lang, string>> = { en: 'en', jp: 'ja', kr: 'ko', esp: 'es', zh: 'zh-Hans', hk: 'zh-Hant-HK', th: 'th' }
const cache = new Map<Lang, AreaCode[]>()

/** Countries with their dialling codes, with names in the given language. */
export const areaCodesIn = (lang: Lang): AreaCode[] => {
  const cached = cache.get(lang)
  if (cached) return cached
  const names = new Intl.DisplayNames([tags[lang]], { type: 'region' })
  const areaCodes = codes.map(([region, area_code], at) => ({ id: at + 1, name: names.of(region) ?? region, area_code, lang }))
  cache.set(lang, areaCodes)
  return areaCodes
}
