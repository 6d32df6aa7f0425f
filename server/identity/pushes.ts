import type { Lang } from '#contract/wire/languages.ts'
import type { OpenTable } from '#server/core/tables.ts'

/**
 * The device of a login to which notifications are sent; it ends with the login. `endpoint`, `p256dh` and `auth` are
 * those of the browser's subscription: who has them can send to the device, so nothing tells or logs them. `failedAt`:
 * since when its push service takes nothing.
 */
export type Push = {
  session: string
  user: number
  endpoint: string
  p256dh: string
  auth: string
  lang: Lang
  hides: boolean
  at: number
  failedAt: number | null
}

export const openPushes = (open: OpenTable) =>
  open<Push>({
    name: 'pushes',
    key: 'text',
    id: ({ session }) => session,
    groups: { user: ({ user }) => user },
    unique: { endpoint: ({ endpoint }) => endpoint },
  })
