import { randomUUID } from 'node:crypto'

type Body = Readonly<Record<string, unknown>>
/** An answer of the venue, not interpreted. */
export type RawAnswer = { readonly http: number; readonly body: Body }

const isBody = (json: unknown): json is Body => typeof json === 'object' && json !== null && !Array.isArray(json)

/** A client of a venue in another process, over HTTP; every POST has an idempotency key. */
export const venueClient = (url: string, token?: string) => {
  const headers = {
    'Content-Type': 'application/json',
    'language-mark': 'en',
    DEVICE_MODEL: 'mobile_1',
    ...(token === undefined ? {} : { Authorization: token }),
  }
  const readAnswer = async (answer: Response): Promise<RawAnswer> => {
    const json: unknown = await answer.json()
    return { http: answer.status, body: isBody(json) ? json : {} }
  }
  return {
    post: async (path: string, body: Body, key: string = randomUUID()) =>
      readAnswer(
        await fetch(new URL(path, url), {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { ...headers, 'Idempotency-Key': key },
        }),
      ),
    get: async (path: string) => readAnswer(await fetch(new URL(path, url), { headers })),
  }
}
export type VenueClient = ReturnType<typeof venueClient>

/** A field of an answer; undefined if there is none. */
export const fieldOf = (body: unknown, name: string): unknown => (isBody(body) ? body[name] : undefined)

/** Registers a user by mail with the code that the demo shows, without logging in. */
export const strangerAt = async (
  url: string,
  mail = `${randomUUID().slice(0, 8)}@kontor.test`,
  password = 'secret1',
) => {
  const venue = venueClient(url)
  const sent = await venue.post('api/sms_mail', { user_string: mail, type: 'register' })
  const code = fieldOf(sent.body['data'], 'demo_code')
  if (typeof code !== 'string') throw new Error(`No code was offered: ${JSON.stringify(sent)}`)
  const registered = await venue.post('api/user/register', {
    type: 'email',
    user_string: mail,
    code,
    password,
    re_password: password,
  })
  if (registered.body['type'] !== 'ok') throw new Error(`Not registered: ${JSON.stringify(registered)}`)
  return { mail, password }
}

/** Registers a user and logs in; returns the token. */
export const registerAt = async (url: string, wantedMail?: string, wantedPassword?: string) => {
  const venue = venueClient(url)
  const { mail, password } = await strangerAt(url, wantedMail, wantedPassword)
  const sentAgain = await venue.post('api/sms_mail', { user_string: mail, type: 'login' })
  const login = await venue.post('api/user/login', {
    user_type: 'email',
    user_string: mail,
    password,
    code: String(fieldOf(sentAgain.body['data'], 'demo_code')),
  })
  const token = login.body['message']
  if (login.body['type'] !== 'ok' || typeof token !== 'string')
    throw new Error(`Not logged in: ${JSON.stringify(login)}`)
  return { mail, password, token }
}
