/** Settings that the core itself reads; every feature adds its own under its name. */
export type CoreSettings = {
  /** Play money, codes shown on the screen instead of being sent, reviews decided by written rules. Never in production. */
  demo: boolean
  /** Clients with a lower version code may not change anything. */
  minVersionCode: number
}
export const coreSettings = (demo: boolean): CoreSettings => ({ demo, minVersionCode: 1 })
