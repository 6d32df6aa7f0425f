import { personalName } from '#src/lib/personal.ts'
import { fieldsOf, readStored, writeStored } from '#src/lib/storage.ts'
import { create } from 'zustand'
import { useSession } from './session.ts'

/** What was begun in a chat. `cid` is made with it, so that however often it is sent, it is one message. */
export type ChatDraft = {
  readonly text: string
  readonly cid: string
  readonly replyTo: number | null
  readonly atMs: number
}
type Drafts = Readonly<Record<string, ChatDraft>>

const maxDrafts = 100
const nameOf = (account: number) => personalName('chatDrafts', account)
const draftOf = (raw: unknown): ChatDraft | null => {
  const fields = fieldsOf(raw)
  if (fields === null) return null
  const { text, cid, replyTo, atMs } = fields
  if (typeof text !== 'string' || text.length > 20_000 || typeof cid !== 'string' || typeof atMs !== 'number')
    return null
  return { text, cid, replyTo: typeof replyTo === 'number' ? replyTo : null, atMs }
}
const read = (raw: unknown): Drafts | null => {
  const fields = fieldsOf(raw)
  if (fields === null) return null
  return Object.fromEntries(
    Object.entries(fields).flatMap(([chat, each]) => {
      const draft = draftOf(each)
      return draft === null ? [] : [[chat, draft]]
    }),
  )
}

const none: Drafts = {}
type State = { readonly account: number | null; readonly drafts: Drafts }
/** The drafts of the account that is logged in; those of another are not read. */
export const useChatDrafts = create<State>()(() => ({ account: null, drafts: none }))

export const openDrafts = (account: number) => {
  if (useChatDrafts.getState().account !== account)
    useChatDrafts.setState({ account, drafts: readStored(nameOf(account), read) ?? none })
}
// A logout forgets the drafts that are held; those that are stored are forgotten with the rest of the person.
useSession.subscribe((now, before) => {
  if (now.phase === 'out' && before.phase === 'in') useChatDrafts.setState({ account: null, drafts: none })
})
const change = (account: number, next: (drafts: Drafts) => Drafts) => {
  openDrafts(account)
  const drafts = next(useChatDrafts.getState().drafts)
  useChatDrafts.setState({ drafts })
  writeStored(nameOf(account), drafts)
}
export const putDraft = (account: number, chat: string, draft: ChatDraft) =>
  change(account, (drafts) => {
    const { [chat]: _, ...others } = drafts
    const newest = Object.entries(others)
      .toSorted(([, a], [, b]) => b.atMs - a.atMs)
      .slice(0, maxDrafts - 1)
    return { ...Object.fromEntries(newest), [chat]: draft }
  })
export const dropChatDraft = (account: number, chat: string) =>
  change(account, (drafts) => {
    const { [chat]: _, ...others } = drafts
    return others
  })
