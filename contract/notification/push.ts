import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, sid } from '#contract/wire/fields.ts'
import { lang } from '#contract/wire/lang.ts'
import { secret } from '#contract/wire/secret.ts'
import { spec } from '#contract/wire/spec.ts'

/** The longest address of a push service. */
export const maxPushAddress = 1024

/** What the venue sends to the device of this login. */
export const pushDevice = z.object({
  /** SHA-256 of the address, as hex: by it a browser knows whether its subscription is the one the venue has. */
  digest: sid,
  lang,
  /** No amounts, prices, pairs or names in what is sent. */
  hides: flag,
  /** The push service took none of the last ones. */
  is_failing: flag,
})
/**
 * `key`: the venue's public VAPID key, as base64url; null while it sends none. `device`: null for a login that is sent
 * none.
 */
export const pushState = z.object({ key: z.nullable(z.string()), device: z.nullable(pushDevice) })
export type PushState = z.output<typeof pushState>

/** A feature of its own, so that only the pages that turn it on load it. */
export const pushes = {
  /** An addition. Whether the venue sends notifications by Web Push, and to this login. */
  state: read({
    description:
      'Addition. Read whether notifications are sent to the device of this login, and the public key ' +
      'of the venue.',
    method: 'GET',
    path: 'notification/push',
    who: 'in',
    wrap: 'plain',
    input: z.strictObject({}),
    output: pushState,
    refusals: [],
  }),
  /**
   * An addition. What is told by notifications is from now on also sent to this device, in the language of the caller,
   * until the login
   * ends; said again it changes the subscription. The fields are those of the browser's subscription. A login has one.
   */
  start: change({
    description: 'Addition. Send notifications to the device of this login: takes the subscription of its browser.',
    method: 'POST',
    path: 'notification/push/start',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({
      endpoint: secret(z.string().check(z.maxLength(maxPushAddress))),
      p256dh: secret(z.string().check(z.regex(/^B[\w-]{86}$/))),
      auth: secret(z.string().check(z.regex(/^[\w-]{22}$/))),
      hides: flag,
    }),
    output: pushState,
    refusals: ['push_off', 'push_endpoint'],
  }),
  /**
   * An addition. Nothing more is sent to this device, or to that of another login of the account, named as in the list
   * of logins.
   */
  end: change({
    description: 'Addition. Send nothing more to the device of this or of another login.',
    method: 'POST',
    path: 'notification/push/end',
    who: 'in',
    wrap: 'said',
    input: z.strictObject({ id: z.optional(sid) }),
    output: pushState,
    refusals: ['not_found'],
  }),
}

export const pushSpec = spec({
  about: 'Sending notifications to devices while the app is closed.',
  calls: pushes,
  events: [],
  channels: {},
})
