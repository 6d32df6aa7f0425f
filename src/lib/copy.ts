/** The result of a copy; each but `done` is the key of a sentence in the `refusals` locale file. */
export type CopyResult = 'done' | 'copy_empty' | 'copy_unsupported' | 'copy_failed'

/** Copies a text to the clipboard. */
export const copyText = async (text: string): Promise<CopyResult> => {
  if (text === '') return 'copy_empty'
  if (!('clipboard' in navigator)) return 'copy_unsupported'
  try {
    await navigator.clipboard.writeText(text)
    return 'done'
  } catch {
    return 'copy_failed'
  }
}
