import { createContext, use } from 'react'
import english from './words.json' with { type: 'json' }

/** Says a sentence by its key, with its holes filled: i18next's `t`, or a function of one's own. */
export type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string

const textAt = (key: string): string | null => {
  let at: unknown = english
  for (const name of key.split('.')) at = typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined
  return typeof at === 'string' ? at : null
}
/** What the inspector says where nobody hands in another language. */
export const sayEnglish: Say = (key, values = {}) =>
  (textAt(key) ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

export const WordsContext = createContext<Say>(sayEnglish)
export const useWords = (): Say => use(WordsContext)
