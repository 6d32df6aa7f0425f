import { venuePictures, venueUser } from '#server/identity/links.ts'
import type { PlatformContext } from './context.ts'

/** Pictures for those who have none of their own; `public/avatars` has a file for each. */
export const avatars = ['dawn', 'tide', 'peak', 'moon', 'leaf', 'bolt', 'ring', 'fox'] as const
/** What is sent in place of words; `public/stickers` has a file for each. */
export const stickers = [
  'hello',
  'good',
  'thanks',
  'love',
  'laugh',
  'party',
  'wow',
  'cry',
  'rocket',
  'up',
  'down',
  'hold',
  'rich',
  'cool',
  'think',
  'no',
  'coffee',
  'sleep',
] as const
/** Faces for clients that have none of their own; `public/emoji` has a file for each. */
export const emoji = ['smile', 'laugh', 'wink', 'love', 'cool', 'wow', 'sad', 'cry'] as const

const sets = [
  { folder: 'avatar', begin: venuePictures, names: avatars, pixels: 96 },
  { folder: 'sticker', begin: 'sticker/venue/', names: stickers, pixels: 136 },
  { folder: 'emoji', begin: 'emoji/venue/', names: emoji, pixels: 96 },
]
/** What the venue itself offers to everybody, in the order in which it is shown. */
export function seedPlatform({ tables, now }: PlatformContext) {
  for (const { folder, begin, names, pixels } of sets)
    for (const [place, name] of names.entries()) {
      const id = `${begin}${name}.svg`
      if (!tables.files.get(id))
        tables.files.put({
          id,
          user: venueUser,
          folder,
          name,
          type: 'image/svg+xml',
          // They lie with the app, and take none of the room for uploads.
          size: 0,
          width: pixels,
          height: pixels,
          at: now() - place,
          isUsed: true,
        })
    }
}
