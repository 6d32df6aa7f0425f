import { passkeyCreation, passkeyRequest, type PasskeyRequest } from '#contract/account/passkey.ts'
import { decode } from '#contract/wire/coded.ts'
import { createMemoryVenue } from '#server/memory.ts'
import type { SomeSettings } from '#server/settings.ts'
import { softAuthenticator } from '#tests/support/passkeys/authenticator.ts'
import { answerOf, register } from '#tests/support/people.ts'

export const mail = 'ann@kontor.test'
export const origin = 'https://kontor.test'

/** A user at a page of the venue, and what the calls of passkeys answer. */
export const passkeyVenue = async (settings: SomeSettings = {}) => {
  const memory = createMemoryVenue({ settings })
  const ann = await register(memory, mail)
  const anotherUser = () => register(memory, 'ben@kontor.test')
  const ask = async (path: string, body: object = {}, caller: object = {}) =>
    answerOf((await memory.ask(`POST /api/user/${path}`, body, { user: ann, origin, ...caller })).answer)
  const begin = async (caller: object = {}) => {
    const { data, reason } = await ask('passkeys/begin', {}, caller)
    const options = decode(passkeyCreation, data)
    if (!options.success) throw new Error(`no options: ${reason}`)
    return options.data
  }
  const confirm = (answer: string, more: object = {}, caller: object = {}) =>
    ask('passkeys/confirm', { name: 'My phone', password: 'secret1', answer, ...more }, caller)
  /** A passkey that the account has. */
  const added = async (name = 'My phone', caller: object = {}) => {
    const device = softAuthenticator(origin)
    const { reason } = await confirm(device.make(await begin(caller)), { name }, caller)
    if (reason !== undefined) throw new Error(reason)
    return device
  }
  const list = async (user = ann) => {
    const { message } = answerOf((await memory.ask('GET /api/user/passkeys', {}, { user })).answer)
    return typeof message === 'object' && message !== null && 'list' in message && Array.isArray(message.list)
      ? message.list
      : []
  }
  const login = async (more: object = {}, caller: object = {}) =>
    answerOf(
      (
        await memory.ask(
          'POST /api/user/login',
          { user_type: 'email', user_string: mail, password: 'secret1', ...more },
          { origin, ...caller },
        )
      ).answer,
    )
  const offerOf = (params: Record<string, unknown> | undefined): PasskeyRequest | null => {
    const offered = decode(passkeyRequest, params?.['passkey'])
    return offered.success ? offered.data : null
  }
  const offered = async (caller: object = {}) => {
    const { params, reason } = await login({}, caller)
    const offer = offerOf(params)
    if (offer === null) throw new Error(`nothing is offered: ${reason}`)
    return offer
  }
  /** What a device that locked itself has a passkey sign; null where nothing is offered. */
  const unlockOffer = async (caller: object = {}) => {
    const { data, type } = await ask('passkeys/unlock/begin', {}, caller)
    if (type !== 'ok') throw new Error('no challenge')
    return offerOf(data)
  }
  const unlock = (answer: string, caller: object = {}) => ask('passkeys/unlock', { answer }, caller)
  return {
    memory,
    venue: memory.venue,
    clock: memory.clock,
    ann,
    anotherUser,
    ask,
    begin,
    confirm,
    added,
    list,
    login,
    offered,
    offerOf,
    unlock,
    unlockOffer,
  }
}
/** A challenge that must be there. */
export const unlocking = async (offer: () => Promise<PasskeyRequest | null>): Promise<PasskeyRequest> => {
  const offered = await offer()
  if (offered === null) throw new Error('nothing is offered')
  return offered
}
