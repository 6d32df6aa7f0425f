import { jsonIn } from '#contract/wire/json.ts'
import * as z from 'zod/mini'
import { sid, str } from '#contract/wire/fields.ts'
import { decode } from '#contract/wire/coded.ts'
import { callEnd } from './chat-call.ts'

// What a message says. On the wire `content` is JSON text and `contentType` a number, whose meaning depends on who
// speaks: a user or
// the venue. `contentOf` reads both.

/** Numbers of what users send. */
export const contentCodes = {
  text: 1,
  image: 2,
  video: 3,
  voice: 4,
  file: 5,
  other: 6,
  redPacket: 7,
  card: 8,
  location: 9,
  merged: 10,
  imageText: 11,
  videoText: 12,
  call: 13,
  sticker: 14,
} as const
export type ContentKind = keyof typeof contentCodes
/** Numbers of what the venue tells in a chat. */
export const systemCodes = {
  noticeChanged: 1,
  memberRemoved: 2,
  memberJoined: 3,
  memberTypeChanged: 4,
  nameChanged: 5,
  memberLeft: 6,
  packetTaken: 7,
  friendAdded: 8,
  packetEmpty: 14,
  messagePinned: 15,
  allMuted: -3,
  unmuted: -4,
} as const
export type SystemKind = keyof typeof systemCodes
/** Kinds that a user sends by `msg.send`; the others have calls of their own. */
export const sendableKinds = [
  'text',
  'image',
  'video',
  'voice',
  'file',
  'card',
  'location',
  'imageText',
  'videoText',
  'sticker',
] as const satisfies readonly ContentKind[]
export type SendableKind = (typeof sendableKinds)[number]
/** Kinds that are a file, of which one is uploaded first. */
export const fileKinds = ['image', 'video', 'voice', 'file', 'imageText'] as const satisfies readonly SendableKind[]

const size = z.nullable(z.int())
const fileFields = {
  url: z.string(),
  relativePath: z.string(),
  fileName: z.string(),
  fileSuffix: z.string(),
  fileSize: z.int(),
}
export const imageContent = z.object({ ...fileFields, width: size, height: size })
export type ImageContent = z.output<typeof imageContent>
/** Video, voice and other files; `contentDuration` in seconds, `subImgInfo` is the still picture of a video. */
export const fileContent = z.object({
  ...fileFields,
  contentDuration: z.nullable(z.number()),
  subImgInfo: z.nullable(z.object({ url: z.string() })),
  fileType: z.string(),
})
export type FileContent = z.output<typeof fileContent>
/** Never an amount: what a share is worth is told to who took it, and to all when the packet has ended. */
export const packetContent = z.object({
  redBagId: sid,
  redBagRemark: z.string(),
  redBagNums: z.int(),
  redBagType: z.int(),
  redBagRule: z.int(),
  fromUser: sid,
  shareHash: z.string(),
  expireMs: z.int(),
  /** As it was when the message was read; what happens later is told by the chat's log. */
  redBagStatus: z.optional(z.enum(['active', 'ended'])),
  takenNums: z.optional(z.int()),
  takenByMe: z.optional(z.boolean()),
})
export type PacketContent = z.output<typeof packetContent>
export const cardContent = z.object({ id: sid, userName: z.string(), avatar: z.nullable(z.string()) })
export const locationContent = z.object({
  name: z.string(),
  address: z.string(),
  latitude: z.number(),
  longitude: z.number(),
})
/** The first lines of what was forwarded together; all of it by `msgShare/getShareMsgDetail`. */
export const mergedContent = z.object({
  title: z.string(),
  shareId: sid,
  count: z.int(),
  preview: z.array(z.object({ userName: z.string(), text: z.string() })),
})
export const textedContent = z.object({
  textDesc: z.string(),
  fileInfo: z.union([imageContent, fileContent]),
  url: z.string(),
})
/** One of the pictures that the venue offers to all; `name` is what it is called in its set. */
const stickerContent = z.object({ url: z.string(), relativePath: z.string(), name: z.string() })
const callContent = z.object({
  roomID: z.string(),
  type: z.int(),
  totalTime: z.number(),
  targetUserID: z.string(),
  fromUserId: z.string(),
  callRole: z.string(),
  /** Why it ended; left out by older clients. */
  why: z.optional(callEnd),
})
const names = z.array(z.string())

const said = <K extends ContentKind, S extends z.ZodMiniType>(kind: K, value: S) =>
  z.object({ by: z.literal('user'), kind: z.literal(kind), value })
const told = <K extends SystemKind, S extends z.ZodMiniType>(kind: K, value: S) =>
  z.object({ by: z.literal('system'), kind: z.literal(kind), value })
const userContent = z.discriminatedUnion('kind', [
  said('text', z.object({ text: z.string() })),
  said('image', imageContent),
  said('video', fileContent),
  said('voice', fileContent),
  said('file', fileContent),
  said('redPacket', packetContent),
  said('card', cardContent),
  said('location', locationContent),
  said('merged', mergedContent),
  said('imageText', textedContent),
  said('videoText', textedContent),
  said('call', callContent),
  said('sticker', stickerContent),
])
/** `optionUserName` did it. `memberJoined` tells how: invited by them, by a QR code, or with the group. */
const systemContent = z.discriminatedUnion('kind', [
  told('noticeChanged', z.object({ optionUserName: z.string() })),
  told('memberRemoved', z.object({ optionUserName: z.string(), delMember: names })),
  told(
    'memberJoined',
    z.object({ optionUserName: z.string(), addMember: names, way: z.enum(['invite', 'qr', 'new']) }),
  ),
  told('memberTypeChanged', z.object({ optionUserName: z.string(), userName: z.string(), memberType: z.int() })),
  told('nameChanged', z.object({ optionUserName: z.string(), chatGroupName: z.string() })),
  told('memberLeft', z.object({ userName: z.string() })),
  told('packetTaken', z.object({ userName: z.string(), redBagId: sid, messageN: z.int() })),
  told('friendAdded', z.object({ userName: z.string() })),
  told('packetEmpty', z.object({ redBagId: sid, messageN: z.int(), userName: z.string() })),
  told('messagePinned', z.object({ optionUserName: z.string(), messageN: z.int() })),
  told('allMuted', z.object({ optionUserName: z.string() })),
  told('unmuted', z.object({ optionUserName: z.string() })),
])
export type UserContent = z.output<typeof userContent>
export type SystemContent = z.output<typeof systemContent>
/**
 * What a message says, by its kind. `revoked`: it was taken back. `dropped`: the reader has deleted it.
 * `unreadable`: of a kind that this client does not know.
 */
export type Content =
  | UserContent
  | SystemContent
  | { readonly by: 'venue'; readonly kind: 'dissolved' | 'revoked' | 'dropped' | 'unreadable' }
export type MessageType = 'dissolved' | 'user' | 'system'

const nameOf = <K extends string>(codes: Readonly<Record<K, number>>, code: number): K | undefined => {
  for (const name in codes) if (codes[name] === code) return name
  return undefined
}
export const contentKindOf = (code: number): ContentKind | undefined => nameOf(contentCodes, code)
export const systemKindOf = (code: number): SystemKind | undefined => nameOf(systemCodes, code)

type Said = {
  readonly messageType: MessageType
  readonly contentType: number
  readonly content: string
  readonly revoked: boolean
  readonly dropped?: boolean | undefined
}
/** Messages do not change: a newer copy is another object. */
const contents = new WeakMap<Said, Content>()
/** What a message says. Never throws: a message that cannot be read is `unreadable`. */
export function contentOf(message: Said): Content {
  const known = contents.get(message)
  if (known !== undefined) return known
  const content = contentIn(message)
  contents.set(message, content)
  return content
}
function contentIn({ messageType, contentType, content, revoked, dropped }: Said): Content {
  if (dropped === true) return { by: 'venue', kind: 'dropped' }
  if (revoked) return { by: 'venue', kind: 'revoked' }
  if (messageType === 'dissolved') return { by: 'venue', kind: 'dissolved' }
  const value = jsonIn(content)
  const read =
    messageType === 'user'
      ? decode(userContent, { by: 'user', kind: contentKindOf(contentType), value })
      : decode(systemContent, { by: 'system', kind: systemKindOf(contentType), value })
  return read.success ? read.data : { by: 'venue', kind: 'unreadable' }
}

/** What a sender gives for each kind; the venue fills in the rest from its own rows. */
export const sentBodies = {
  text: z.object({ text: str(100_000) }),
  image: z.object({ relativePath: z.string() }),
  video: z.object({
    relativePath: z.string(),
    contentDuration: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
    subImgPath: z.optional(z.string()),
  }),
  voice: z.object({
    relativePath: z.string(),
    contentDuration: z.optional(z.number().check(z.minimum(0), z.maximum(86_400))),
  }),
  file: z.object({ relativePath: z.string() }),
  card: z.object({ id: sid }),
  location: z.object({
    name: str(100),
    address: str(200),
    latitude: z.number().check(z.minimum(-90), z.maximum(90)),
    longitude: z.number().check(z.minimum(-180), z.maximum(180)),
  }),
  imageText: z.object({ textDesc: str(100_000), relativePath: z.string() }),
  videoText: z.object({ textDesc: str(100_000), relativePath: z.string() }),
  sticker: z.object({ relativePath: z.string() }),
} as const satisfies Record<SendableKind, z.ZodMiniType>
