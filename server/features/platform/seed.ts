import { venuePictures, venueUser } from '#server/identity/links.ts'
import type { PlatformContext } from './context.ts'

/** Pictures for those who have none of their own; `public/avatars` has a file for each. */
export const avatars = ['dawn', 'tide', 'peak', 'moon', 'leaf', 'bolt', 'ring', 'fox'] as const
const pixels = 96

/** What the venue itself offers to everybody, in the order in which it is shown. */
export function seedPlatform({ tables, now }: PlatformContext) {
  for (const [place, name] of avatars.entries()) {
    const id = `${venuePictures}${name}.svg`
    if (!tables.files.get(id))
      tables.files.put({
        id,
        user: venueUser,
        folder: 'avatar',
        name,
        type: 'image/svg+xml',
        size: 1000,
        width: pixels,
        height: pixels,
        at: now() - place,
        isUsed: true,
      })
  }
}
