/** Settings read by the core; each feature adds its own under its name. */
export type CoreSettings = {
  /** Demo mode: play money, codes shown on the screen instead of being sent, KYC reviews decided by fixed rules. Never in production. */
  demo: boolean
  /** Changes by clients with a lower version code are refused (`app_too_old`). */
  minVersionCode: number
}
export const coreSettings = (demo: boolean): CoreSettings => ({ demo, minVersionCode: 1 })
