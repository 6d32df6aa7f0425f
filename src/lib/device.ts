import { writeStored, readStored, textOf } from './storage.ts'

const name = 'device'
const form = /^mobile_\d{1,16}$/

/** The name of this installation, created once and sent with every call. */
export const deviceModel = (nowMs: number = Date.now()): string => {
  const known = readStored(name, (raw) => {
    const text = textOf(raw)
    return text !== null && form.test(text) ? text : null
  })
  if (known !== null) return known
  const created = `mobile_${nowMs}`
  writeStored(name, created)
  return created
}
