import { limits } from '#contract/wire/limits.ts'

/** What the operator may turn; `desk/settings` changes them, `config/getSetting` shows them. */
export type Settings = {
  /** Play money and codes on the screen instead of providers, reviews decided by written rules. Never in production. */
  demo: boolean
  verification: '0' | '1'
  /** Logging in asks for a code besides the password. */
  loginCode: boolean
  minVersionCode: number
  coinTradeFee: string
  makerFee: string
  takerFee: string
  credentialHoldMs: number
  addressHoldMs: number
  leverWarnHazardRate: string
  leverBurstHazardRate: string
  leverMultiples: readonly number[]
  /** Whether contracts may bear take-profit and stop-loss, and wait for a price. */
  isStopAllowed: boolean
  isEntrustAllowed: boolean
  /** A limit price may lie this far from the last price, as a fraction. */
  priceBand: string
  /** What the house may have to pay for one side of one round, stakes included, in each stake coin. */
  optionExposure: string
  /** Entries are taken this long after an order at the earliest: as much as a source of prices may be behind what others see, so that who sees it earlier gains nothing (O7). */
  optionEntryDelayMs: number
  cnyPerUsdt: string
  customerUrl: string | null
  defaultPowers: readonly string[]
  kycGates: Readonly<Record<string, number>>
  /** Set by the auditor when the books do not add up: no market takes orders any more. */
  isHalted: boolean
}

export const defaultSettings = (demo: boolean): Settings => ({
  demo,
  verification: '1',
  loginCode: true,
  minVersionCode: 1,
  coinTradeFee: '0.001',
  makerFee: '0.001',
  takerFee: '0.001',
  credentialHoldMs: demo ? 0 : 86_400_000,
  addressHoldMs: demo ? 0 : 86_400_000,
  leverWarnHazardRate: '80',
  leverBurstHazardRate: '50',
  leverMultiples: [5, 10, 20, 50, 100],
  isStopAllowed: true,
  isEntrustAllowed: true,
  priceBand: '0.5',
  optionExposure: '50000',
  optionEntryDelayMs: 500,
  cnyPerUsdt: '7.1',
  customerUrl: null,
  defaultPowers: ['addNewGroup'],
  kycGates: { option: 1, lever: 1, withdraw: 1, gift: 1, otc_take: 1, otc_publish: 2, bank_out: 2 },
  isHalted: false,
})

export const keyLifeMs = limits.keyLifeMs
