import { account } from '#contract/account/account.ts'
import { center } from '#contract/account/account-center.ts'
import { encode } from '#contract/wire/coded.ts'
import { newKey } from '#src/lib/new-key.ts'
import { go, herePath, useHashPath } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { backPathOf } from '#src/lib/paths/known.ts'
import { useGuardedPath } from '#src/app/guard.ts'
import { createServices } from '#src/app/system.ts'
// The app loads it with the first open intent; here it is there already, however busy the machine is.
import '#src/app/resolve-intents.ts'
import type { SessionActor } from '#src/actors/services.tsx'
import { putDraft, useChatDrafts } from '#src/stores/chat-drafts.ts'
import { useSession } from '#src/stores/session.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { createIntentStore } from '#src/stores/intents.ts'
import { QuietSocket } from '#tests/support/quiet-socket.ts'
import { aUser } from '#tests/support/builders/user.ts'
import { act, render } from '@testing-library/react'
import { useCallback } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

type Asked = { readonly path: string; readonly token: string | null; readonly body: unknown }
const ok = (message: unknown) => ({ type: 'ok', message })
const over = { type: '999', message: 'Log in.', reason: 'not_logged_in' }
const chat = (data: unknown) => ({ code: 200, data })

/** A fake server with one reply per path; other paths get no reply. */
const serve = (answers: Readonly<Record<string, unknown>>) => {
  const asked: Asked[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit = {}) => {
    const path = new URL(url, 'http://app').pathname
    asked.push({
      path,
      token: new Headers(init.headers).get('Authorization'),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    })
    const answer = answers[path]
    return answer === undefined
      ? new Promise(() => {})
      : Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'Server-Now-Ms': '1000' } }))
  })
  return asked
}
const me = encode(center, aUser())
const running: { stop: () => void }[] = []
const begin = () => {
  const made = createServices()
  running.push(made)
  made.start()
  return made.services
}
const entered = { type: 'login.done', token: 'token-aaaa', chatToken: 'chat-aaaa', user: aUser() } as const

/** The guard, used as in the frame of the app. */
function Guarded({ session }: { readonly session: SessionActor }) {
  const [path] = useHashPath()
  return (
    <output>
      {useGuardedPath(
        path,
        useCallback(() => session.send({ type: 'login.shown' }), [session]),
      )}
    </output>
  )
}

/** A page that shows who is logged in. */
function Private() {
  return <p>{useSession((now) => now.user?.nickname ?? '')}</p>
}

beforeEach(() => {
  vi.stubGlobal('WebSocket', QuietSocket)
  localStorage.clear()
  useToasts.setState({ toasts: [] })
  go(assetsPaths.assets)
})
afterEach(() => {
  for (const { stop } of running.splice(0)) stop()
  vi.unstubAllGlobals()
})

describe('restoring', () => {
  test('SES-9 stored tokens: the session starts once the server has returned their user', async () => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: 'token-aaaa', chatToken: 'chat-aaaa' }))
    const asked = serve({ '/api/user/center': ok(me) })
    begin()
    expect(useSession.getState()).toMatchObject({ phase: 'restoring', token: null, user: null })
    await vi.waitFor(() =>
      expect(useSession.getState()).toMatchObject({
        phase: 'in',
        token: 'token-aaaa',
        chatToken: 'chat-aaaa',
        user: { nickname: 'Ann' },
      }),
    )
    expect(asked.find(({ path }) => path === '/api/user/center')?.token).toBe('token-aaaa')
  })
  test('SES-9 expired tokens are removed completely', async () => {
    localStorage.setItem('kontor.session', JSON.stringify({ token: 'token-aaaa' }))
    serve({ '/api/user/center': over })
    begin()
    await vi.waitFor(() => expect(useSession.getState().phase).toBe('out'))
    expect(localStorage.getItem('kontor.session')).toBeNull()
    expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['refusals:not_logged_in'])
  })
})

test('CF9 twenty concurrent calls report an ended session: one message, one redirect, and no more calls with the old token', async () => {
  const answers: Record<string, unknown> = {}
  const asked = serve(answers)
  const { session, request } = begin()
  session.send(entered)
  render(<Guarded session={session} />)
  const steps = vi.spyOn(history, 'replaceState')
  answers['/api/user/center'] = over
  await act(() => Promise.all(Array.from({ length: 20 }, () => request.read(account.center, {}))))
  expect(steps).toHaveBeenCalledTimes(1)
  expect(useSession.getState()).toMatchObject({ phase: 'out', token: null, user: null })
  expect(useToasts.getState().toasts).toHaveLength(1)
  expect(herePath()).toMatch(/^\/pages\/user\/login\/login\?/)
  expect(backPathOf(new URLSearchParams(herePath().split('?')[1]).get('backpage') ?? undefined)).toBe(
    assetsPaths.assets,
  )
  const before = asked.length
  void request.read(account.isLock, {})
  expect(asked.slice(before).map(({ token }) => token)).toEqual([null])
})
test('K3 a 999 leaves no token and no user in any storage, shows nothing private, and redirects once, within 250 ms', async () => {
  const answers: Record<string, unknown> = {}
  serve(answers)
  const { session, request } = begin()
  session.send(entered)
  const shown = render(
    <>
      <Guarded session={session} />
      <Private />
    </>,
  )
  expect(shown.container.textContent).toContain('Ann')
  const steps = vi.spyOn(history, 'replaceState')
  answers['/api/user/center'] = over
  // Far from the redirect of any other test, which holds the next one back for a second.
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1e9)
  const startedMs = Date.now()
  await act(() => request.read(account.center, {}))
  expect(Date.now() - startedMs).toBeLessThan(250)
  clock.mockRestore()
  expect(steps).toHaveBeenCalledTimes(1)
  expect(herePath()).toMatch(/^\/pages\/user\/login\/login\?/)
  expect(shown.container.textContent).not.toContain('Ann')
  const stored = JSON.stringify([{ ...localStorage }, { ...sessionStorage }])
  for (const secret of ['token-aaaa', 'chat-aaaa', 'Ann']) expect(stored).not.toContain(secret)
})
test('CF10 a late reply that ends the previous session does not end the current one', async () => {
  let answer = (_: Response) => {}
  const { session, request } = begin()
  serve({})
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  session.send(entered)
  const late = request.read(account.center, {})
  const mine = answer
  session.send({ ...entered, token: 'token-bbbb' })
  mine(new Response(JSON.stringify(over)))
  expect((await late).ok).toBe(false)
  expect(useSession.getState()).toMatchObject({ phase: 'in', token: 'token-bbbb' })
  expect(useToasts.getState().toasts).toEqual([])
})
test('CF21 a logout in another tab logs this one out within a second', async () => {
  serve({})
  const { session } = begin()
  session.send(entered)
  localStorage.removeItem('kontor.session')
  dispatchEvent(new StorageEvent('storage', { key: 'kontor.session', newValue: null }))
  expect(useSession.getState()).toMatchObject({ phase: 'out', token: null, user: null })
})
test('CF21 another account in another tab: this one drops the data of the first and reads its user', async () => {
  serve({ '/api/user/center': ok(encode(center, aUser({ id: 8, nickname: 'Bob' }))) })
  const { session } = begin()
  session.send(entered)
  const newValue = JSON.stringify({ token: 'token-bbbb', chatToken: 'chat-bbbb' })
  localStorage.setItem('kontor.session', newValue)
  dispatchEvent(new StorageEvent('storage', { key: 'kontor.session', newValue }))
  expect(useSession.getState()).toMatchObject({ phase: 'restoring', user: null })
  await vi.waitFor(() =>
    expect(useSession.getState()).toMatchObject({ phase: 'in', user: { nickname: 'Bob' }, token: 'token-bbbb' }),
  )
})
test('CF8 open intents are resolved after a login to their account', async () => {
  const key = newKey()
  createIntentStore(() => 7).put({ key, method: 'POST', path: 'coin/cancel', body: { id: 1 }, atMs: 0 })
  const asked = serve({ '/api/key/status': ok({ state: 'burnt' }) })
  const { session, intents } = begin()
  session.send(entered)
  await vi.waitFor(() =>
    expect(asked.filter(({ path }) => path === '/api/key/status').map(({ body }) => body)).toEqual([{ key, burn: 1 }]),
  )
  await vi.waitFor(() => expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['left:failed']))
  expect(intents.list()).toEqual([])
})
test('SES-11 a logout sends both tokens and ends both', async () => {
  const asked = serve({ '/chat/sys/logout': chat({}) })
  const { session } = begin()
  session.send(entered)
  session.send({ type: 'logout' })
  expect(useSession.getState()).toMatchObject({ phase: 'out', token: null })
  await vi.waitFor(() => expect(session.getSnapshot().value).toBe('loggedOut'))
  expect(asked.at(-1)).toMatchObject({ path: '/chat/sys/logout', token: 'token-aaaa' })
})
test('SES-22 a logout forgets searches, drafts and last choices of this person on this device; what the server ends stays for them alone', async () => {
  const stored = () =>
    Object.keys(localStorage)
      .filter((key) => /searches|deposit-recent|otc-seen|chatDrafts/.test(key))
      .toSorted()
  const all = ['kontor.chatDrafts.7', 'kontor.deposit-recent.7', 'kontor.otc-seen.7', 'kontor.searches.7']
  const others = ['kontor.chatDrafts.8', 'kontor.searches.8']
  for (const key of [...all, ...others]) localStorage.setItem(key, '{}')
  const begun = () => sessionStorage.getItem('kontor.draft.withdraw')
  const answers: Record<string, unknown> = {}
  serve(answers)
  const { session, request } = begin()
  const logIn = async (id: number) => {
    session.send({ ...entered, user: aUser({ id }) })
    await vi.waitFor(() => expect(sessionStorage.getItem('kontor.tabOwner')).toBe(String(id)))
  }
  await logIn(7)
  putDraft(7, 'g1', { text: 'hello', cid: 'c', replyTo: null, atMs: 1 })
  sessionStorage.setItem('kontor.draft.withdraw', '{"address":"0x1"}')
  answers['/api/user/center'] = over
  await request.read(account.center, {})
  expect([useSession.getState().phase, stored(), begun()]).toEqual([
    'ended',
    [...all, ...others].toSorted(),
    '{"address":"0x1"}',
  ])
  await logIn(7)
  expect(begun()).toBe('{"address":"0x1"}')
  session.send({ type: 'logout' })
  expect([stored(), begun(), useChatDrafts.getState()]).toEqual([others, null, { account: null, drafts: {} }])
  await logIn(7)
  sessionStorage.setItem('kontor.draft.withdraw', '{"address":"0x1"}')
  await logIn(8)
  expect([stored(), begun()]).toEqual([others, null])
})
