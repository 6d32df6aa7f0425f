import type { AreaCode, Setting } from '#contract/platform/platform.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { create } from 'zustand'

/** The product's settings, read at startup and never stored. */
export type Config = {
  readonly setting: Setting | null
  /** Whether registration, recovery and login need a verification code. */
  readonly verification: boolean
}
/** What only some pages need, and ask for. */
type Asked = {
  /** The country codes of phone numbers; null before a page has needed them. */
  readonly areaCodes: readonly AreaCode[] | null
}
/** What the operator has configured of the app's face. */
export type Brand = {
  /** Address of the picture; null until it is known. */
  readonly logo: string | null
  /** The address that links to others begin with, ending with a slash; null: the one this page was opened at. */
  readonly share: string | null
}

export const useConfig = create<Config & Asked & Brand>()(() => ({
  setting: null,
  areaCodes: null,
  verification: false,
  logo: null,
  share: null,
}))
export const setConfig = (config: Config) => useConfig.setState(config)

/**
 * A path of the app, which begins with a slash, as somebody else can open it: at the address the operator has named, or
 * at that of this page.
 */
export const outward = (path: string) =>
  `${useConfig.getState().share ?? `${location.origin}${belowBase('/')}`}${path.slice(1)}`
