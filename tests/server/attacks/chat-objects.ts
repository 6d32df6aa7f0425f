import { contentCodes } from '#contract/chat/chat-content.ts'
import { parseDec } from '#contract/wire/money.ts'
import { allCalls } from '#contract/endpoints.ts'
import { routeKeysOf } from '#server/core/routes.ts'
import { befriend } from '#server/features/chat/friendship.ts'
import { makeHash } from '#server/identity/passwords.ts'
import type { Harness } from './harness.ts'
import { newCid } from '#tests/support/chat/chat-venue.ts'

type Fields = Readonly<Record<string, unknown>>
export type Person = { user: number; token: string }
/**
 * An object that a call names: `name` belongs to `owner`, `none` does not exist; `ask` builds the fields of the call.
 */
export type NamedObject = {
  owner: Person
  other: Person
  ask: (of: Person, name: unknown) => Fields
  name: unknown
  none: unknown
}
const usdt = 3
/** The fund password of everybody here. */
export const pin = '246810'
export const noChat = 'g999999'

/** The call as its feature names it, made by one person. */
export const callerOf =
  (harness: Harness) =>
  (name: string, fields: Fields, { token }: Person) => {
    const route = allCalls.find(({ feature, name: call }) => `${feature}.${call}` === name)
    return harness.call(route ? (routeKeysOf(route)[0] ?? '') : '', fields, { Authorization: token })
  }
const idIn = (text: string, field: string): string => {
  const { data }: { data?: Fields } = JSON.parse(text)
  return String(data?.[field])
}

/**
 * A chat, two packets, a message and notes of `owner`, whose friend is `friend`; `other` has a group of their own, and
 * no place in these.
 */
export async function chatObjects(
  harness: Harness,
  {
    owner,
    other,
    friend,
    file,
    noFile,
  }: Readonly<Record<'owner' | 'other' | 'friend', Person>> & { file: string; noFile: string },
) {
  const call = callerOf(harness)
  const hash = await makeHash(pin)
  await harness.venue.command((ctx) => {
    for (const { user } of [owner, other])
      ctx.tables.users.put({ ...ctx.tables.users.need(user), powers: ['addNewGroup'], pin: hash })
    const cell = { asset: usdt, kind: 'legal' } as const
    const units = parseDec('100')
    ctx.ledger.post({
      type: 200,
      ref: 't',
      postings: [
        { ...cell, owner: 'external', free: -units },
        { ...cell, owner: owner.user, free: units },
      ],
    })
    const at = ctx.now()
    befriend(ctx, {
      id: `${owner.user}:${friend.user}`,
      no: ctx.tables.chatApplies.count() + 1,
      from: owner.user,
      to: friend.user,
      remark: '',
      name: '',
      tag: '',
      power: 0,
      status: 'pending',
      at,
      rev: 0,
    })
  })
  const launch = async (of: Person) =>
    idIn((await call('chat-groups.launch', { chatGroupName: 'Desk', chatGroupMembers: [] }, of)).text, 'id')
  const groups = new Map([
    [owner.user, await launch(owner)],
    [other.user, await launch(other)],
  ])
  const groupOf = ({ user }: Person) => groups.get(user)
  const group = String(groupOf(owner))
  const single = idIn((await call('chat-groups.createSingle', { toUser: String(friend.user) }, owner)).text, 'id')
  const pack = async () =>
    idIn(
      (
        await call(
          'chat-red-packets.sendToGroup',
          { chatGroupId: group, redBagValue: '1', redBagNums: 1, redBagRule: 2, tradePwd: pin },
          owner,
        )
      ).text,
      'redBagId',
    )
  const [one, two] = [await pack(), await pack()]
  const say = async () =>
    idIn(
      (
        await call(
          'chat-messages.send',
          { cid: newCid(), chat: group, type: contentCodes.text, body: { text: 'x' } },
          owner,
        )
      ).text,
      'id',
    )
  const [said, shown, gone] = [await say(), await say(), await say()]
  const about = (name: string, more: Fields = {}): NamedObject => ({
    ...base,
    name,
    none: `${noChat}-1`,
    ask: (_, id) => ({ id, chatGroupId: inChat(id), ...more }),
  })
  const note = async () =>
    idIn((await call('chat-account.addRecord', { tradeTitle: 'x', tradeValue: '1' }, owner)).text, 'id')
  const [kept, dropped] = [await note(), await note()]
  const inChat = (id: unknown) => String(id).split('-')[0]
  const base = { owner, other }
  const chat = { ...base, name: group, none: noChat }
  const upload = { ...base, name: file, none: noFile }
  const packet = { ...base, none: `${one.slice(0, -3)}AAA`, ask: (_: Person, redBagId: unknown) => ({ redBagId }) }
  const tab = 'tab'
  const ringing = idIn((await call('chat-calls.place', { chatGroupId: single, type: 1, tab }, friend)).text, 'id')
  const rung = (more: Fields = {}): NamedObject => ({
    ...base,
    name: ringing,
    none: `${ringing.slice(0, -3)}AAA`,
    ask: (_, id) => ({ id, tab, ...more }),
  })
  const way = { kind: 'offer', attempt: 1, sdp: 'v=0', again: 0, isMuted: 0, hasCamera: 0 }
  const objects: Readonly<Record<string, NamedObject>> = {
    'chat-groups.launch': {
      ...upload,
      ask: (_, chatGroupAvatar) => ({ chatGroupName: 'Den', chatGroupMembers: [], chatGroupAvatar }),
    },
    'chat-groups.setStatus': { ...chat, ask: (_, id) => ({ id, chatGroupStatus: 2 }) },
    'chat-groups.setName': { ...chat, ask: (_, id) => ({ id, chatGroupName: 'Den' }) },
    'chat-groups.setNotice': { ...chat, ask: (_, id) => ({ id, chatNotice: 'x' }) },
    'chat-groups.setMaxCount': { ...chat, ask: (_, id) => ({ id, maxCount: 9 }) },
    'chat-messages.send': {
      ...upload,
      ask: (of, relativePath) => ({
        cid: newCid(),
        chat: groupOf(of),
        type: contentCodes.image,
        body: { relativePath },
      }),
    },
    'chat-messages.sendFiles': {
      ...upload,
      ask: (of, relativePath) => ({ chatGroupId: groupOf(of), sendFiles: [{ relativePath }] }),
    },
    'chat-messages.revoke': about(said),
    'chat-messages.edit': about(shown, { text: 'y' }),
    'chat-messages.versions': about(shown),
    'chat-messages.pin': about(shown, { isOn: 1 }),
    'chat-messages.drop': about(gone),
    'chat-messages.react': about(shown, { kind: 'like', isOn: 1 }),
    'chat-messages.reactors': about(shown),
    'chat-messages.readers': about(shown),
    'chat-red-packets.take': { ...packet, name: one },
    'chat-red-packets.takeFromGroup': { ...packet, name: two },
    'chat-red-packets.takers': { ...packet, name: one },
    'chat-calls.answer': rung(),
    'chat-calls.connect': rung(),
    'chat-calls.say': rung({ way }),
    'chat-calls.end': rung(),
    'chat-account.updateRecord': { ...base, name: kept, none: 'n888888', ask: (_, id) => ({ id, remark: 'x' }) },
    'chat-account.deleteRecord': { ...base, name: dropped, none: 'n888888', ask: (_, id) => ({ id }) },
  }
  return { objects, group, single, said }
}

/** Fields that name the caller and nobody else (W-13): with another user in it the call is refused. */
export const meFields: Readonly<Record<string, (at: { group: string; single: string; friend: string }) => Fields>> = {
  'chat-groups.createSingle.fromUser': ({ friend }) => ({ toUser: friend }),
  'chat-groups.launch.createUser': () => ({ chatGroupName: 'Den', chatGroupMembers: [] }),
  'chat-groups.readAll.userId': ({ group }) => ({ chatGroupId: group }),
  'chat-groups.addMembers.currentUserId': ({ group, friend }) => ({ chatGroupId: group, members: [friend] }),
  'chat-groups.removeMembers.currentUserId': ({ group }) => ({ chatGroupId: group, members: [] }),
  'chat-groups.unhide.userId': ({ group }) => ({ chatGroupId: group }),
  'chat-groups.soundOn.userId': ({ group }) => ({ chatGroupId: group }),
  'chat-red-packets.send.fromUser': ({ single }) => ({ chatGroupId: single, redBagValue: '1', tradePwd: pin }),
  'chat-red-packets.sendToGroup.fromUser': ({ group }) => ({
    chatGroupId: group,
    redBagValue: '1',
    redBagNums: 1,
    redBagRule: 2,
    tradePwd: pin,
  }),
  'chat-account.mayI.userId': () => ({ powerCode: 'addNewGroup' }),
}
