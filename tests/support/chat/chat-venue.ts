import { aFileRow } from '#tests/support/builders/person-rows.ts'
import { chatAccount } from '#contract/chat/chat-account.ts'
import { chatCalls } from '#contract/chat/chat-calls.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { chatRedPackets } from '#contract/chat/chat-red-packets.ts'
import { contentCodes } from '#contract/chat/chat-content.ts'
import { urlOf, type Endpoint } from '#contract/wire/endpoint.ts'
import { createMemoryVenue, type MemoryVenue } from '#server/memory.ts'
import { befriend } from '#server/features/chat/friendship.ts'
import { answerOf } from '#tests/support/people.ts'
import { enterPeople } from '#tests/support/otc/otc-venue.ts'

type Body = Readonly<Record<string, unknown>>
type Row = Record<string, unknown>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
export const rowsIn = (value: unknown): Row[] => (Array.isArray(value) ? value.filter(isRow) : [])
/** People of the chat tests; ann, ben and cleo are friends of each other, zoe is a stranger. */
export const folk = { ann: 100_001, ben: 100_002, cleo: 100_003, dan: 100_004, zoe: 100_009 } as const
const { ann, ben, cleo } = folk
const groups: Readonly<Record<string, Endpoint>> = chatGroups
const messages: Readonly<Record<string, Endpoint>> = chatMessages
const friends: Readonly<Record<string, Endpoint>> = chatFriends
const packets: Readonly<Record<string, Endpoint>> = chatRedPackets
const account: Readonly<Record<string, Endpoint>> = chatAccount
const calls: Readonly<Record<string, Endpoint>> = chatCalls
const tables: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = {
  groups,
  messages,
  friends,
  packets,
  account,
  calls,
}
const endpointOf = (name: string): Endpoint => {
  const [feature = '', call = ''] = name.split('.')
  const found = tables[feature]?.[call]
  if (!found) throw new Error(`no call ${name}`)
  return found
}
let made = 0
/** A new id of a message. */
export const newCid = () => `0198c0de-0000-7000-8000-${(made += 1).toString(16).padStart(12, '0')}`

/** Puts people into a venue, of whom some are friends. */
export async function enterFolk(venue: Parameters<typeof enterPeople>[0]) {
  await enterPeople(venue, Object.values(folk))
  await venue.command((ctx) => {
    for (const [from, to] of [
      [ann, ben],
      [ann, cleo],
      [ben, cleo],
    ] as const) {
      const at = ctx.now()
      const no = ctx.tables.chatApplies.count() + 1
      befriend(ctx, {
        id: `${from}:${to}`,
        no,
        from,
        to,
        remark: '',
        name: '',
        tag: '',
        power: 0,
        status: 'pending',
        at,
        rev: 0,
      })
    }
    for (const user of Object.values(folk)) {
      ctx.tables.users.put({ ...ctx.tables.users.need(user), powers: ['addNewGroup'] })
      ctx.tables.files.put(
        aFileRow(user, `chat/p${user}.png`, ctx.now(), { size: 9, width: 4, height: 3, name: 'a.png' }),
      )
    }
  })
}

/** A venue with people who know each other, and calls by name: `groups.launch`, `messages.send`, `friends.apply`. */
export const chatVenue = (options: Parameters<typeof createMemoryVenue>[0] = {}) => chatOver(createMemoryVenue(options))
/** The same over a venue that is there, whose store may answer later. */
export async function chatOver(harness: MemoryVenue) {
  const { venue, ask, clock } = harness
  await enterFolk(venue)
  const call = async (name: string, body: Body, user: number, session = '') => {
    const endpoint = endpointOf(name)
    const { answer } = await ask(`${endpoint.method} ${urlOf(endpoint)}`, body, { user, session })
    return isRow(answer) ? answer : {}
  }
  const done = async (name: string, body: Body, user: number): Promise<unknown> => {
    const answer = await call(name, body, user)
    if (answer['code'] !== 200) throw new Error(`${name}: ${String(answer['reason'])}`)
    return answer['data']
  }
  const rowOf = async (name: string, body: Body, user: number): Promise<Row> => {
    const data = await done(name, body, user)
    return isRow(data) ? data : {}
  }
  const reasonOf = async (name: string, body: Body, user: number) =>
    answerOf(await call(name, body, user)).reason ?? 'ok'
  const launch = async (members: readonly number[] = [ben, cleo], more: Body = {}, user: number = ann) =>
    String(
      (await rowOf('groups.launch', { chatGroupName: 'Desk', chatGroupMembers: members.map(String), ...more }, user))[
        'id'
      ],
    )
  const single = async (user: number, other: number) =>
    String((await rowOf('groups.createSingle', { toUser: String(other) }, user))['id'])
  const text = (chat: string, said: string, more: Body = {}) => ({
    cid: newCid(),
    chat,
    type: contentCodes.text,
    body: { text: said },
    ...more,
  })
  const say = (chat: string, said: string, user: number, more: Body = {}) =>
    rowOf('messages.send', text(chat, said, more), user)
  const history = async (chat: string, user: number, more: Body = {}) =>
    rowsIn(await done('messages.history', { chatGroupId: chat, ...more }, user))
  const line = async (chat: string, user: number) => {
    const row = rowsIn(await done('groups.mine', { includeHidden: 1 }, user)).find(
      ({ imGroup }) => isRow(imGroup) && imGroup['id'] === chat,
    )
    const part = (name: string): Row => {
      const value = row?.[name]
      return isRow(value) ? value : {}
    }
    return {
      group: part('imGroup'),
      mine: part('groupUser'),
      last: part('imGroupMessageRef'),
      isThere: row !== undefined,
    }
  }
  const advance = async (ms: number) => {
    clock.advance(ms)
    await venue.runDue()
  }
  return { ...harness, call, done, rowOf, reasonOf, launch, single, text, say, history, line, advance, ...folk }
}
export type ChatVenue = Awaited<ReturnType<typeof chatVenue>>
/** The texts of messages in the order in which they were said. */
export const textsOf = (rows: readonly Row[]) =>
  rows
    .toReversed()
    .filter(({ messageType }) => messageType === 1)
    .map(({ content, revoked }) => {
      const value: unknown = JSON.parse(String(content))
      return revoked === true ? '(revoked)' : isRow(value) ? value['text'] : ''
    })
