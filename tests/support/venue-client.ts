import { randomUUID } from 'node:crypto'

type Body = Readonly<Record<string, unknown>>
/** An answer of the venue as it came: nothing is interpreted, so that a story can say what it expects. */
export type Told = { readonly http: number; readonly body: Body }

const isBody = (json: unknown): json is Body => typeof json === 'object' && json !== null && !Array.isArray(json)

/** Speaks to a venue in another process as any client would: over HTTP, with a key for what changes. */
export const venueClient = (url: string, token?: string) => {
  const headers = {
    'Content-Type': 'application/json',
    'language-mark': 'en',
    DEVICE_MODEL: 'mobile_1',
    ...(token === undefined ? {} : { Authorization: token }),
  }
  const told = async (answer: Response): Promise<Told> => {
    const json: unknown = await answer.json()
    return { http: answer.status, body: isBody(json) ? json : {} }
  }
  return {
    post: async (path: string, body: Body, key: string = randomUUID()) =>
      told(await fetch(new URL(path, url), { method: 'POST', body: JSON.stringify(body), headers: { ...headers, 'Idempotency-Key': key } })),
    get: async (path: string) => told(await fetch(new URL(path, url), { headers })),
  }
}
export type VenueClient = ReturnType<typeof venueClient>

/** A field of what was told, whatever it is. */
export const fieldOf = (body: unknown, name: string): unknown => (isBody(body) ? body[name] : undefined)

/** Registers a newcomer by mail with the code that a demo offers; they have never logged in. */
export const strangerAt = async (url: string, mail = `${randomUUID().slice(0, 8)}@kontor.test`, password = 'secret1') => {
  const venue = venueClient(url)
  const sent = await venue.post('api/sms_mail', { user_string: mail, type: 'register' })
  const code = fieldOf(sent.body['data'], 'demo_code')
  if (typeof code !== 'string') throw new Error(`No code was offered: ${JSON.stringify(sent)}`)
  const made = await venue.post('api/user/register', { type: 'email', user_string: mail, code, password, re_password: password })
  if (made.body['type'] !== 'ok') throw new Error(`Not registered: ${JSON.stringify(made)}`)
  return { mail, password }
}

/** Registers a newcomer, logs in, and says the token. */
export const registerAt = async (url: string, wished?: string, wishedPassword?: string) => {
  const venue = venueClient(url)
  const { mail, password } = await strangerAt(url, wished, wishedPassword)
  const again = await venue.post('api/sms_mail', { user_string: mail, type: 'login' })
  const login = await venue.post('api/user/login', {
    user_type: 'email', user_string: mail, password, code: String(fieldOf(again.body['data'], 'demo_code')),
  })
  const token = login.body['message']
  if (login.body['type'] !== 'ok' || typeof token !== 'string') throw new Error(`Not logged in: ${JSON.stringify(login)}`)
  return { mail, password, token }
}
