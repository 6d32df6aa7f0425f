import { contractVersion } from '#contract/wire/version.ts'

/** Settings read by the core; each feature adds its own under its name. */
export type CoreSettings = {
  /** Demo mode: play money, codes shown on the screen instead of being sent. Never in production. */
  demo: boolean
  /** In the demo, cases are decided by fixed rules after a few seconds instead of waiting for the desk. */
  demoReview: boolean
  /** Changes by clients with a lower version code are refused (`app_too_old`). */
  minVersionCode: number
  /** The name under which people know this venue. */
  appName: string
  /** After so many days rows that ended without moving any money leave the database for the archive. */
  keepDays: number
}
/** With this the references of all entries that grant play money begin. */
export const playMoneyRef = 'grant:'
/** The name that the written texts have; another takes its place wherever people read it. */
export const defaultName = 'Kontor'
export const branded = (text: string, { appName }: Pick<CoreSettings, 'appName'>) =>
  appName === defaultName ? text : text.replaceAll(defaultName, () => appName)
export const coreSettings = (demo: boolean): CoreSettings => ({
  demo,
  demoReview: demo,
  minVersionCode: contractVersion.oldestClient,
  appName: defaultName,
  keepDays: 30,
})
