import type { Member } from '#contract/chat/chat.ts'

/** A name that is being typed after `@`: where it begins, and the part that stands there. */
export type Mention = { readonly from: number; readonly to: number; readonly word: string }

export function mentionAt(text: string, caret: number): Mention | null {
  const from = text.lastIndexOf('@', caret - 1)
  if (from < 0 || (from > 0 && !/\s/.test(text[from - 1] ?? ''))) return null
  const word = text.slice(from + 1, caret)
  return /[\s@]/.test(word) || word.length > 20 ? null : { from, to: caret, word }
}
export const withMention = (text: string, { from, to }: Mention, name: string) =>
  `${text.slice(0, from)}@${name} ${text.slice(to)}`

const names = (text: string, name: string) => {
  const at = text.indexOf(`@${name}`)
  return at >= 0 && !/[\p{L}\p{N}]/u.test(text[at + name.length + 1] ?? '')
}
/** The members that a text names by `@`; all of them by the word for everyone, which only admins may use. */
export function mentionsIn(
  text: string,
  members: readonly Member[],
  everyone: string,
  mayAll: boolean,
): 'all' | string[] {
  if (!text.includes('@')) return []
  if (mayAll && names(text, everyone)) return 'all'
  return members
    .filter(({ userName }) => names(text, userName))
    .map(({ userId }) => userId)
    .slice(0, 50)
}
/** Members whose name begins with a word, or has it. */
export const membersFor = (members: readonly Member[], word: string): readonly Member[] => {
  const sought = word.toLocaleLowerCase()
  return members.filter(({ userName }) => userName.toLocaleLowerCase().includes(sought)).slice(0, 6)
}
