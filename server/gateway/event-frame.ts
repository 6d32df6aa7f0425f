import type { EventRow } from '#server/core/store-port.ts'
import { ownChannel } from './channels.ts'

/** One event of a user's own channel as a JSON frame; `body` is JSON already. */
export const eventFrame = (epoch: string, { s, body, at }: Pick<EventRow, 's' | 'body' | 'at'>) =>
  `{"c":"${ownChannel}","k":"event","e":"${epoch}","s":${s},"b":${s - 1},"d":${body},"t":${at}}`
