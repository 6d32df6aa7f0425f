import type { AreaCode, Setting } from '#contract/platform.ts'
import { create } from 'zustand'

/** What the product says about itself, read at startup and never kept. */
export type Config = {
  readonly setting: Setting | null
  readonly areaCodes: readonly AreaCode[]
  /** Do sign-up, recovery and login ask for a verification code? */
  readonly verification: boolean
}

export const useConfig = create<Config>()(() => ({ setting: null, areaCodes: [], verification: false }))
export const keepConfig = (config: Config) => useConfig.setState(config)
