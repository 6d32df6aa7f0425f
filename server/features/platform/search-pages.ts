import type { Lang } from '#contract/wire/languages.ts'
import { venueText } from '#server/core/sentences.ts'

/** Pages that the search can find, by their titles in the caller's language. */
const pages = [
  ['/pages/trade/index', 'page_spot'],
  ['/pages/assets/index', 'page_assets'],
  ['/pages/otc/index', 'page_otc'],
  ['/pages/template/index', 'page_finance'],
  ['/pages/finance/earnings', 'page_earnings'],
  ['/pages/settings/index', 'page_settings'],
  ['/pages/settings/security/index', 'page_security'],
  ['/pages/settings/language/language', 'page_language'],
  ['/pages/notice/index', 'page_notices'],
  ['/pages/help/center/center', 'page_help'],
] as const

export const searchPages = (searched: string, lang: Lang) =>
  pages
    .filter(([, key]) => venueText(key, lang).toLowerCase().includes(searched))
    .map(([path, title_key]) => ({ path, title_key }))
