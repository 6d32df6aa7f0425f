/** In development a change of what lies here starts the whole process anew. */
export const venueFolders = ['server', 'contract', 'locales'] as const
