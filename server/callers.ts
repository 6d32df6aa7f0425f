import { langOf } from '#contract/languages.ts'
import type { Caller, Rooms } from './handler.ts'

/** What a request or a socket says of who asks. */
export type Credentials = {
  authorization: string | null
  tokenOa: string | null
  lang: string | null
  device: string | null
  address: string
  appVersion: number | null
}

/** Who asks, by the token's session; a token that is unknown or over makes a visitor. */
export const callerOf = (_rooms: Rooms, { lang, device, address, appVersion }: Credentials): Caller => ({
  user: 0, session: '', lang: langOf(lang), device: device ?? '', address, appVersion,
})
