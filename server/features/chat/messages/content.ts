import { chatLimits } from '#contract/chat/chat.ts'
import {
  contentCodes,
  contentKindOf,
  sendableKinds,
  sentBodies,
  type SendableKind,
} from '#contract/chat/chat-content.ts'
import { hasAtMost } from '#contract/wire/characters.ts'
import { decode } from '#contract/wire/coded.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileOf, stickerOf } from '#server/identity/links.ts'
import { avatarOf, nameOf, userOf } from '#server/features/chat/people.ts'
import type { FileRow } from '#server/identity/rows.ts'
import type { ChatMessagesContext } from './context.ts'

/** A checked content: its number, its JSON, and what of it is searched and previewed. */
type Checked = { type: number; content: string; text: string }

/**
 * Text without what could disguise it: control characters, direction overrides and invisible ones are dropped, not
 * refused.
 */
const cleaned = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}|\p{Cs}|[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu, '')
    .trim()
const checkText = (raw: unknown): string => {
  const text = typeof raw === 'string' ? cleaned(raw) : ''
  if (text === '') throw new Refusal('content_empty')
  if (!hasAtMost(text, chatLimits.text)) throw new Refusal('text_too_long', { max: chatLimits.text })
  return text
}
const suffixOf = (id: string) => `.${id.split('.').at(-1)}`
const fieldsOf = ({ id, name, size }: FileRow) => ({
  relativePath: id,
  fileName: name,
  fileSuffix: suffixOf(id),
  fileSize: size,
})
const isPicture = ({ type }: FileRow) => type.startsWith('image/')
const imageOf = (row: FileRow) => {
  if (!isPicture(row)) throw new Refusal('content_type')
  return { ...fieldsOf(row), width: row.width, height: row.height }
}
const mediaOf = (
  ctx: ChatMessagesContext,
  user: number,
  row: FileRow,
  { contentDuration, subImgPath }: { contentDuration?: number | undefined; subImgPath?: string | undefined },
) => ({
  ...fieldsOf(row),
  contentDuration: contentDuration ?? null,
  subImgInfo: subImgPath === undefined ? null : fileOf(ctx, user, subImgPath).id,
  fileType: row.type,
})
const malformed = (kind: string): never => {
  throw new Refusal('malformed', { path: `body.${kind}` })
}

/**
 * What a user sends, checked: texts by length, files by owner, people by existence. The venue fills in what the sender
 * could lie about.
 */
export function checkContent(
  ctx: ChatMessagesContext,
  user: number,
  code: number,
  body: Readonly<Record<string, unknown>>,
): Checked {
  const kind = sendableKinds.find((each) => each === contentKindOf(code))
  if (kind === undefined) throw new Refusal('content_type')
  const checkers: { readonly [K in SendableKind]: () => { value: object; text: string } } = {
    text: () => {
      const text = checkText(body['text'])
      return { value: { text }, text }
    },
    image: () => {
      const row = fileOf(ctx, user, decodedPath('image'))
      return { value: imageOf(row), text: '' }
    },
    video: () => media('video'),
    voice: () => media('voice'),
    file: () => media('file'),
    card: () => {
      const person = userOf(ctx, idIn(decode(sentBodies.card, body)))
      const userName = nameOf(ctx, person.id)
      return { value: { id: String(person.id), userName, avatar: avatarOf(ctx, person.id) }, text: userName }
    },
    location: () => {
      const found = decode(sentBodies.location, body)
      if (!found.success) return malformed('location')
      if (found.data.name === '') throw new Refusal('content_empty')
      return { value: found.data, text: found.data.name }
    },
    imageText: () => texted('imageText', (row) => imageOf(row)),
    videoText: () => texted('videoText', (row) => mediaOf(ctx, user, row, {})),
    sticker: () => {
      const { id, name } = stickerOf(ctx, decodedPath('sticker'))
      return { value: { relativePath: id, name }, text: '' }
    },
  }
  const idIn = (found: { success: true; data: { id: string } } | { success: false }) =>
    found.success ? found.data.id : malformed('card')
  const decodedPath = (name: SendableKind): string => {
    const path = body['relativePath']
    return typeof path === 'string' ? path : malformed(name)
  }
  const media = (name: 'video' | 'voice' | 'file') => {
    const found = decode(sentBodies.video, body)
    if (!found.success) return malformed(name)
    const row = fileOf(ctx, user, found.data.relativePath)
    return { value: mediaOf(ctx, user, row, found.data), text: name === 'file' ? row.name : '' }
  }
  const texted = (name: 'imageText' | 'videoText', fileInfoOf: (row: FileRow) => object) => {
    const text = checkText(body['textDesc'])
    return { value: { textDesc: text, fileInfo: fileInfoOf(fileOf(ctx, user, decodedPath(name))) }, text }
  }
  const { value, text } = checkers[kind]()
  return { type: contentCodes[kind], content: JSON.stringify(value), text }
}
