import type { SocketMessage } from '#streams/kit/socket.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { filter, type Subscription } from 'rxjs'
import { afterEach, beforeEach, expect } from 'vitest'
import { createClient, soon, type Client } from './client.ts'
import type { Harness, Transport } from './harness.ts'

type Frame = Readonly<Record<string, unknown>>
type Options = {
  readonly mail?: string
  /** Frames that never arrive. */
  readonly isLost?: (frame: string) => boolean
  readonly fetch?: (here: typeof fetch) => typeof fetch
}
const parts = (text: string): Frame[] => {
  const value: Frame | Frame[] = JSON.parse(text)
  return [value].flat()
}

/**
 * What every story over one road needs: a hall that is closed afterwards, people with clients, and lines without one.
 */
export function tellOver({ open }: Transport) {
  let harness: Harness
  const clients: Client[] = []
  const lines: Subscription[] = []
  beforeEach(async () => {
    harness = await open()
  })
  afterEach(async () => {
    for (const client of clients.splice(0)) client.stop()
    for (const line of lines.splice(0)) line.unsubscribe()
    await harness.stop()
  })
  /** Somebody verified, with the client of the app. */
  const enter = async ({ mail, isLost, fetch }: Options = {}) => {
    const { user, token } = await harness.enter(mail)
    await verify(harness.venue, [user])
    const dial = () => harness.dial().pipe(filter((said) => said.type !== 'socket.frame' || !isLost?.(said.frame)))
    const client = createClient({ dial, fetch: fetch?.(harness.fetch) ?? harness.fetch }, token)
    clients.push(client)
    const place = async (order: Frame = {}) =>
      harness.ask(
        'POST /api/coin/trade',
        { legal_id: 3, currency_id: 1, type: 1, amount: '0.01', target_price: '50000', kind: 'limit', ...order },
        { user },
      )
    return { ...client, user, token, place, until: (check: () => void) => client.later(check, harness.pass) }
  }
  /** A line that says just what the test says. */
  const speak = async (token?: string) => {
    const heard: Frame[] = []
    let code: number | null = null
    let send: (text: string) => void = () => undefined
    let i = 0
    const hear = (said: SocketMessage) => {
      if (said.type === 'socket.opened') send = said.send
      else if (said.type === 'socket.closed') code = said.code
      else heard.push(...parts(said.frame))
    }
    lines.push(harness.dial().subscribe(hear))
    const wait = async (matches: (frame: Frame) => boolean) => {
      let found: Frame = {}
      await soon(() => {
        const some = heard.find(matches)
        expect(some).toBeDefined()
        found = some ?? found
      })
      return found
    }
    const ask = (m: string, p: object = {}) => {
      i += 1
      const mine = i
      send(JSON.stringify({ i: mine, m, p }))
      return wait((frame) => frame['i'] === mine)
    }
    await wait(({ k }) => k === 'hello')
    if (token !== undefined) await ask('auth', { token, lang: 'en', device: 'd1', tab: 't1', v: 1 })
    return { heard, wait, ask, send: (text: string) => send(text), code: () => code }
  }
  const rename = (user: number, userName: string) =>
    harness.ask('POST /chat/imUser/updateUserInfo', { userName }, { user })
  return { harness: () => harness, enter, speak, rename }
}
