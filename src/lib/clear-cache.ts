const keys = (storage: Storage) => Array.from({ length: storage.length }, (_, at) => storage.key(at) ?? '')

/** Forgets drafts and what was put aside. Who is here and wishes still under way are no cache and stay. */
export const clearCache = () => {
  try {
    for (const key of keys(sessionStorage)) if (key.startsWith('kontor.draft.')) sessionStorage.removeItem(key)
    for (const key of keys(localStorage)) if (key.startsWith('kontor.aside.')) localStorage.removeItem(key)
  } catch {
    // What is not kept needs no forgetting.
  }
}
