import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import type { NotificationContext } from '#server/features/notification/context.ts'

type Ctx = Pick<NotificationContext, 'tables' | 'settings'>
const row = 'push_key'
const publicOf = (privateKey: string) => {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(privateKey, 'base64url')
  return pair.getPublicKey('base64url')
}

/**
 * Makes the venue's key at the first start. Subscriptions are made for one key, so it lies in the database, and in its
 * backups.
 */
export const seedPushKey = ({ tables, settings: { notification } }: Ctx) => {
  if (notification.hasPush && notification.pushKey === null && !tables.settings.get(row))
    tables.settings.put({ name: row, value: webPush.generateVAPIDKeys().privateKey })
}
/** The keys by which push services know the venue; null while it sends nothing. */
export function pushKeysOf({
  tables,
  settings: { notification },
}: Ctx): { publicKey: string; privateKey: string } | null {
  const privateKey = notification.pushKey ?? tables.settings.get(row)?.value
  return !notification.hasPush || privateKey === undefined ? null : { publicKey: publicOf(privateKey), privateKey }
}
