import { fieldsOf, flagOf, nameOfKey, readStored, writeStored } from '#src/lib/storage.ts'
import { markName, useAutoLock } from './auto-lock.ts'

/** The minutes to choose from; 0: it never locks. */
export const lockMinutes = [0, 1, 5, 15, 60] as const
/** As in `machines/session/auto-lock.ts`: when the app was last touched, by the server's clock and by this device's. */
type Mark = {
  readonly minutes: number
  readonly touched: { readonly serverMs: number; readonly deviceMs: number }
  readonly isLocked: boolean
}

const none: Mark = { minutes: 0, touched: { serverMs: 0, deviceMs: 0 }, isLocked: false }
const count = (raw: unknown) => (typeof raw === 'number' && Number.isSafeInteger(raw) && raw >= 0 ? raw : null)
/** What the tabs of this browser share; a part that cannot be read locks rather than opens. */
export const readMark = (): Mark =>
  readStored(markName, (raw) => {
    const fields = fieldsOf(raw)
    const minutes = count(fields?.['minutes'])
    if (fields === null || minutes === null) return null
    const touched = fieldsOf(fields['touched'])
    return {
      minutes,
      touched: { serverMs: count(touched?.['serverMs']) ?? 0, deviceMs: count(touched?.['deviceMs']) ?? 0 },
      isLocked: flagOf(fields['isLocked']) ?? true,
    }
  }) ?? none
export const writeMark = (mark: Mark) => {
  writeStored(markName, mark)
  useAutoLock.setState({ minutes: mark.minutes })
}
/** Chooses when this browser locks itself, at an instant that counts as a touch. */
export const chooseLock = (minutes: number, serverMs: number, deviceMs: number) => {
  // Open at once: who chooses is here, and must not be covered while the lock is loaded.
  if (minutes > 0) useAutoLock.setState({ state: 'open' })
  writeMark({ minutes, touched: { serverMs, deviceMs }, isLocked: false })
}
/** Calls back when another tab has changed the mark; returns the function that stops it. */
export const followMark = (onChange: () => void) => {
  const listener = ({ key }: StorageEvent) => {
    if (nameOfKey(key) === markName) onChange()
  }
  addEventListener('storage', listener)
  return () => removeEventListener('storage', listener)
}
/** Follows the choice of another tab. */
export const followMinutes = () => followMark(() => useAutoLock.setState({ minutes: readMark().minutes }))
