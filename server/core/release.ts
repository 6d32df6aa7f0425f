import { appVersion } from '#contract/wire/limits.ts'

/** The name of the `meta` value with the latest release that has written a folder. */
export const releaseMeta = 'release'
export const release = appVersion.name

const partsOf = (name: string) => name.split('.').map(Number)
/** True if the release `one` came after `other`. */
export const isLater = (one: string, other: string) => {
  const [a, b] = [partsOf(one), partsOf(other)]
  const at = a.findIndex((part, place) => part !== (b[place] ?? 0))
  return at >= 0 && (a[at] ?? 0) > (b[at] ?? 0)
}
