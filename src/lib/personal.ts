import { nameOfKey, removeStored } from './storage.ts'

/**
 * What is remembered of one person on this device under `<name>.<account>`, besides what money hangs on. It ends with a
 * logout.
 */
const names = [
  'searches',
  'deposit-recent',
  'otc-seen',
  'chatDrafts',
  'push',
  'first-steps',
  'favourites',
  'stickers',
] as const
type PersonalName = (typeof names)[number]
/** Who is not logged in. */
export const guest = 'guest'

export const personalName = (name: PersonalName, account: number | typeof guest) => `${name}.${account}`
export const forgetPersonal = (account: number) => {
  for (const name of names) removeStored(personalName(name, account))
}
/** Searches and choices are offered again; a cleared device offers none, to nobody. */
export const clearOffered = (keys: readonly string[]) => {
  for (const key of keys) {
    const name = nameOfKey(key)
    if (name !== null && /^(searches|deposit-recent)\./.test(name)) removeStored(name)
  }
}
