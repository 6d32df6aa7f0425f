import { clearOffered } from './personal.ts'

const keys = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

/** Deletes what was begun in the forms of this tab. */
export const dropDrafts = () => {
  try {
    for (const key of keys(sessionStorage)) if (key.startsWith('kontor.draft.')) sessionStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
/** Deletes drafts, last searches and unreadable stored values. Tokens and open intents are not cache and stay. */
export const clearCache = () => {
  dropDrafts()
  try {
    clearOffered(keys(localStorage))
    for (const key of keys(localStorage)) if (key.startsWith('kontor.aside.')) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
