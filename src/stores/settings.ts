import { langOf, type Lang } from '#contract/wire/languages.ts'
import { isTextSize, isTheme, type TextSize, type Theme } from '#src/lib/theme.ts'
import { riseColorOf } from '#src/lib/rise.ts'
import { fieldsOf, flagOf, writeStored, readStored, nameOfKey, textOf, textsOf } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** The choices of the user, stored over reloads. */
export type Settings = {
  readonly lang: Lang
  readonly theme: Theme
  readonly textSize: TextSize
  readonly riseColor: 'green' | 'red'
  readonly hideSmall: boolean
  readonly hideBalances: boolean
  /** The coin or currency in which values are shown. */
  readonly valuation: string
  /** Markets, the newest last. */
  readonly favourites: readonly string[]
  /** The account whose favourites they are; 0 before somebody has logged in. */
  readonly favouritesOf: number
  /** The shortcuts on the home page, by name; where there are too few, the first of all stand for them. */
  readonly shortcuts: readonly string[]
  readonly lastMarket: string
  readonly lastPeriod: string
  readonly indicators: readonly string[]
  /** An order is reviewed before it is sent; otherwise one tap sends it. */
  readonly confirmOrders: boolean
  /** The same for contracts, chosen by itself: there a tap may lose more than it pays. */
  readonly confirmContracts: boolean
  /** The account whose dead-man switch this device renews; 0 is none. */
  readonly keepsDeadMan: number
  /** On wide screens the menu shows its names; otherwise it is a narrow rail. */
  readonly wideMenu: boolean
}
type Change = { readonly set: (part: Partial<Settings>) => void }

const name = 'settings'
const market = /^[A-Z0-9]{1,12}-[A-Z0-9]{1,12}$/

export const firstSettings: Settings = {
  lang: langOf(null),
  theme: 'dark',
  textSize: 'normal',
  riseColor: riseColorOf(langOf(null)),
  hideSmall: false,
  hideBalances: false,
  valuation: 'USDT',
  favourites: [],
  favouritesOf: 0,
  shortcuts: [],
  lastMarket: 'BTC-USDT',
  lastPeriod: '1min',
  indicators: ['MA', 'VOL'],
  confirmOrders: true,
  confirmContracts: true,
  keepsDeadMan: 0,
  wideMenu: false,
}

const read = (raw: unknown): Settings | null => {
  const fields = fieldsOf(raw)
  if (fields === null) return null
  const lang = langOf(textOf(fields['lang']))
  const riseColor = fields['riseColor']
  const lastMarket = textOf(fields['lastMarket'])
  return {
    lang,
    theme: isTheme(fields['theme']) ? fields['theme'] : firstSettings.theme,
    textSize: isTextSize(fields['textSize']) ? fields['textSize'] : firstSettings.textSize,
    riseColor: riseColor === 'red' || riseColor === 'green' ? riseColor : riseColorOf(lang),
    hideSmall: flagOf(fields['hideSmall']) ?? firstSettings.hideSmall,
    hideBalances: flagOf(fields['hideBalances']) ?? firstSettings.hideBalances,
    valuation: textOf(fields['valuation']) ?? firstSettings.valuation,
    favourites: (textsOf(fields['favourites']) ?? []).filter((each) => market.test(each)),
    favouritesOf: Number(fields['favouritesOf']) || firstSettings.favouritesOf,
    shortcuts: textsOf(fields['shortcuts']) ?? firstSettings.shortcuts,
    lastMarket: lastMarket !== null && market.test(lastMarket) ? lastMarket : firstSettings.lastMarket,
    lastPeriod: textOf(fields['lastPeriod']) ?? firstSettings.lastPeriod,
    indicators: textsOf(fields['indicators']) ?? firstSettings.indicators,
    confirmOrders: flagOf(fields['confirmOrders']) ?? firstSettings.confirmOrders,
    confirmContracts: flagOf(fields['confirmContracts']) ?? firstSettings.confirmContracts,
    keepsDeadMan: Number(fields['keepsDeadMan']) || firstSettings.keepsDeadMan,
    wideMenu: flagOf(fields['wideMenu']) ?? firstSettings.wideMenu,
  }
}
const storedSettings = () => readStored(name, read) ?? firstSettings

export const useSettings = create<Settings & Change>()((change, now) => ({
  ...storedSettings(),
  set: (part) => {
    change(part)
    const { set: _, ...chosen } = now()
    writeStored(name, chosen)
  },
}))

/** True while nobody has chosen anything on this device. */
export const isUntouched = () => readStored(name, read) === null

/** Changes the language; the colors of rise and fall follow its convention unless the user chose other ones. */
export const chooseLang = (lang: Lang) => {
  const { lang: before, riseColor, set } = useSettings.getState()
  set({ lang, ...(riseColor === riseColorOf(before) ? { riseColor: riseColorOf(lang) } : {}) })
}

/** Follows changes in other tabs; returns the function that stops it. */
export const followSettings = () => {
  const takeChange = ({ key }: StorageEvent) => {
    if (nameOfKey(key) === name) useSettings.setState(storedSettings())
  }
  addEventListener('storage', takeChange)
  return () => removeEventListener('storage', takeChange)
}
