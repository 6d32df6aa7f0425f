import type { AreaCode, Setting } from '#contract/platform.ts'
import { create } from 'zustand'

/** The product's settings, read at startup and never stored. */
export type Config = {
  readonly setting: Setting | null
  readonly areaCodes: readonly AreaCode[]
  /** Whether registration, recovery and login need a verification code. */
  readonly verification: boolean
}

export const useConfig = create<Config>()(() => ({ setting: null, areaCodes: [], verification: false }))
export const setConfig = (config: Config) => useConfig.setState(config)
