const keys = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

/** Deletes drafts and unreadable stored values. Tokens and open intents are not cache and stay. */
export const clearCache = () => {
  try {
    for (const key of keys(sessionStorage)) if (key.startsWith('kontor.draft.')) sessionStorage.removeItem(key)
    for (const key of keys(localStorage)) if (key.startsWith('kontor.aside.')) localStorage.removeItem(key)
  } catch {
    // Without storage there is nothing to delete.
  }
}
