import { forget, keep, kept, textOf } from './storage.ts'

const name = 'device'
const form = /^mobile_\d{1,16}$/

/** The name of this install, made once and told with every call. */
export const deviceModel = (nowMs: number = Date.now()): string => {
  const known = kept(name, (raw) => {
    const text = textOf(raw)
    return text !== null && form.test(text) ? text : null
  })
  if (known !== null) return known
  const made = `mobile_${nowMs}`
  keep(name, made)
  return made
}

/** The next start is a new install. */
export const forgetDevice = () => forget(name)
