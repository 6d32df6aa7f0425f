import { langOf, type Lang } from '#contract/wire/languages.ts'
import { riseOf } from '#src/lib/rise.ts'
import { fieldsOf, flagOf, keep, kept, nameOfKey, textOf, textsOf } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** What a person chose, kept over reloads. */
export type Settings = {
  readonly lang: Lang
  readonly riseColor: 'green' | 'red'
  readonly hideSmall: boolean
  readonly hideBalances: boolean
  /** The coin or currency everything is valued in. */
  readonly valuation: string
  /** Markets, the newest last. */
  readonly favourites: readonly string[]
  readonly lastMarket: string
  readonly lastPeriod: string
  readonly indicators: readonly string[]
}
type Change = { readonly set: (part: Partial<Settings>) => void }

const name = 'settings'
const market = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/

export const firstSettings: Settings = {
  lang: langOf(null),
  riseColor: riseOf(langOf(null)),
  hideSmall: false,
  hideBalances: false,
  valuation: 'USDT',
  favourites: [],
  lastMarket: 'BTC-USDT',
  lastPeriod: '1min',
  indicators: ['MA', 'VOL'],
}

const read = (raw: unknown): Settings | null => {
  const fields = fieldsOf(raw)
  if (fields === null) return null
  const lang = langOf(textOf(fields['lang']))
  const riseColor = fields['riseColor']
  const lastMarket = textOf(fields['lastMarket'])
  return {
    lang,
    riseColor: riseColor === 'red' || riseColor === 'green' ? riseColor : riseOf(lang),
    hideSmall: flagOf(fields['hideSmall']) ?? firstSettings.hideSmall,
    hideBalances: flagOf(fields['hideBalances']) ?? firstSettings.hideBalances,
    valuation: textOf(fields['valuation']) ?? firstSettings.valuation,
    favourites: (textsOf(fields['favourites']) ?? []).filter((each) => market.test(each)),
    lastMarket: lastMarket !== null && market.test(lastMarket) ? lastMarket : firstSettings.lastMarket,
    lastPeriod: textOf(fields['lastPeriod']) ?? firstSettings.lastPeriod,
    indicators: textsOf(fields['indicators']) ?? firstSettings.indicators,
  }
}
const keptSettings = () => kept(name, read) ?? firstSettings

export const useSettings = create<Settings & Change>()((change, now) => ({
  ...keptSettings(),
  set: (part) => {
    change(part)
    const { set: _, ...chosen } = now()
    keep(name, chosen)
  },
}))

/** Another language; the habit of its colours goes along, unless somebody has chosen otherwise. */
export const chooseLang = (lang: Lang) => {
  const { lang: before, riseColor, set } = useSettings.getState()
  set({ lang, ...(riseColor === riseOf(before) ? { riseColor: riseOf(lang) } : {}) })
}

/** Takes over what another tab chose. Returns how to stop. */
export const followSettings = () => {
  const hear = ({ key }: StorageEvent) => {
    if (nameOfKey(key) === name) useSettings.setState(keptSettings())
  }
  addEventListener('storage', hear)
  return () => removeEventListener('storage', hear)
}
