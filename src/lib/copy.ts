/** What became of a copy; each has its sentence among the refusals, but `done`. */
export type Copied = 'done' | 'copy_empty' | 'copy_unsupported' | 'copy_failed'

/** Puts a text on the clipboard. */
export const copyText = async (text: string): Promise<Copied> => {
  if (text === '') return 'copy_empty'
  if (!('clipboard' in navigator)) return 'copy_unsupported'
  try {
    await navigator.clipboard.writeText(text)
    return 'done'
  } catch {
    return 'copy_failed'
  }
}
