import { newSince, seenIn } from '#src/app/notices-of.ts'
import { runNotices } from '#src/app/notices.ts'
import { textsFor } from '#src/app/texts-for.ts'
import { SettingsPage } from '#src/features/account/settings-page.tsx'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { closeNotices, useNotices } from '#src/stores/notices.ts'
import { aChatRow, anImGroup } from '#tests/support/builders/chat.ts'
import { live, showPage } from '#tests/support/page-services.tsx'
import type { ChatRow } from '#streams/chat/list.ts'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { Subject } from 'rxjs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

type Shown = { readonly title: string; readonly body: string; isClosed: boolean }
const shown: Shown[] = []
let right: NotificationPermission = 'granted'
const asked = vi.fn<() => Promise<NotificationPermission>>()
class FakeNotification extends EventTarget {
  static get permission() {
    return right
  }
  static requestPermission = asked
  readonly of: Shown
  constructor(title: string, { body = '' }: NotificationOptions) {
    super()
    this.of = { title, body, isClosed: false }
    shown.push(this.of)
  }
  close() {
    this.of.isClosed = true
  }
}
beforeEach(() => {
  shown.length = 0
  right = 'granted'
  asked.mockReset()
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
})
afterEach(() => {
  closeNotices()
  vi.unstubAllGlobals()
})

const last = (n: number, some: Partial<NonNullable<ChatRow['last']>> = {}) =>
  ({
    id: '',
    n,
    createTime: '',
    createMs: 1,
    lastMsgContent: `words ${n}`,
    messageType: 'user',
    contentType: 1,
    userName: 'Ada',
    revoked: false,
    ...some,
  }) as const
const mei = (n: number, unread: number, some: Partial<ChatRow> = {}) =>
  aChatRow({
    id: 'g2',
    group: anImGroup({ id: 'g2', chatGroupName: 'Mei', chatGroupType: 'single' }),
    last: last(n),
    unread,
    ...some,
  })
const group = (n: number, unread: number, mentions: readonly number[] = [], some: Partial<ChatRow> = {}) =>
  aChatRow({ last: last(n), unread, mentions, ...some })

test.each([
  ['a direct message', mei(1, 0), mei(2, 1), ['g2'], []],
  ['a second one', mei(2, 1), mei(3, 2), ['g2'], []],
  ['the same again', mei(2, 1), mei(2, 1), [], []],
  ['one in a muted chat', mei(1, 0, { isMuted: true }), mei(2, 1, { isMuted: true }), [], []],
  ['my own from another device', mei(1, 1), mei(2, 0), [], ['g2']],
  ['one that was taken back', mei(2, 1), mei(2, 1, { last: last(2, { revoked: true }) }), [], ['g2']],
  ['one that was read elsewhere', mei(2, 1), mei(2, 0), [], ['g2']],
  ['one in a group', group(1, 0), group(2, 1), [], []],
  ['one that names me in a group', group(1, 0), group(2, 1, [2]), ['g1'], []],
  [
    'one that names me in a muted group',
    group(1, 0, [], { isMuted: true }),
    group(2, 1, [2], { isMuted: true }),
    ['g1'],
    [],
  ],
  ['one that named me before', group(2, 1, [2]), group(3, 2, [2]), [], []],
] as const)('CHAT-87 what is told: %s', (_, before, now, told, over) => {
  const found = newSince(seenIn([before]), [now])
  expect([found.told.map(({ row }) => row.id), found.over]).toEqual([told, over])
})
test('CHAT-87 it is told once, by name and words, not while somebody looks; a revoke closes it, and after the end nothing is told', async () => {
  const chats$ = new Subject<ReturnType<typeof live<readonly ChatRow[]>>>()
  const running = runNotices(chats$, 7, () => textsFor('en', 'chat'))
  const tell = (...rows: readonly ChatRow[]) => chats$.next(live(rows))
  tell(mei(1, 1), group(4, 2))
  tell(mei(2, 2), group(5, 3, [5]))
  await waitFor(() =>
    expect(shown).toEqual([
      { title: 'Mei', body: 'words 2', isClosed: false },
      { title: 'Kowloon traders', body: 'Ada: words 5', isClosed: false },
    ]),
  )
  tell(mei(2, 1, { last: last(2, { revoked: true }) }), group(5, 3, [5]))
  expect(shown.map(({ isClosed }) => isClosed)).toEqual([true, false])
  vi.spyOn(document, 'hasFocus').mockReturnValue(true)
  tell(mei(3, 2), group(5, 3, [5]))
  await new Promise((resolve) => queueMicrotask(() => resolve(null)))
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  tell(mei(4, 3), group(5, 3, [5]))
  await waitFor(() => expect(shown.map(({ body }) => body)).toEqual(['words 2', 'Ada: words 5', 'words 4']))
  running.unsubscribe()
  expect(shown.map(({ isClosed }) => isClosed)).toEqual([true, true, true])
  tell(mei(5, 4))
  expect(chats$.observed).toBe(false)
})

const toggle = () => screen.getByRole('switch', { name: /^Message notifications/ })
test.each([
  ['denied', 'denied', 'denied', /^Your browser blocks notifications from Kontor\./, false],
  ['denied when asked', 'default', 'denied', /^Your browser blocks notifications from Kontor\./, false],
  ['put off', 'default', 'default', /^Notifications stay off until you allow them/, false],
  ['granted when asked', 'default', 'granted', null, true],
] as const)('CHAT-88 turned on where the browser says %s', async (_, first, then, sentence, isOn) => {
  right = first
  asked.mockImplementation(async () => (right = then))
  const { stop } = await showPage(<SettingsPage />)
  expect(asked).toHaveBeenCalledTimes(0)
  fireEvent.click(toggle())
  await waitFor(() =>
    expect([
      screen.queryByRole('alert')?.textContent.match(sentence ?? /./) !== undefined,
      useNotices.getState().isOn,
    ]).toEqual([sentence !== null, isOn]),
  )
  expect(screen.queryByRole('alert')?.textContent ?? '').toMatch(sentence ?? /^$/)
  expect([toggle().getAttribute('aria-checked'), asked.mock.calls.length, shown.map(({ body }) => body)]).toEqual([
    String(isOn),
    first === 'default' ? 1 : 0,
    isOn ? ['Notifications are on'] : [],
  ])
  stop()
})
test('CHAT-88 a browser that shows none from a page says so', async () => {
  vi.stubGlobal(
    'Notification',
    Object.assign(
      () => {
        throw new TypeError('Illegal constructor')
      },
      { permission: 'granted' },
    ),
  )
  const { stop } = await showPage(<SettingsPage />)
  fireEvent.click(toggle())
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This browser does not show notifications/)
  expect(useNotices.getState().isOn).toBe(false)
  stop()
})
test('ALOCK-5 while the browser is locked a notice of the system says neither who wrote nor what', async () => {
  const chats$ = new Subject<ReturnType<typeof live<readonly ChatRow[]>>>()
  const running = runNotices(chats$, 7, () => textsFor('en', 'chat'))
  useAutoLock.setState({ minutes: 5, state: 'locked' })
  chats$.next(live([mei(1, 1)]))
  chats$.next(live([mei(2, 2, { last: last(2, { lastMsgContent: 'I sent you 500 USDT' }) })]))
  await waitFor(() => expect(shown).toEqual([{ title: 'Kontor', body: 'New message', isClosed: false }]))
  running.unsubscribe()
  useAutoLock.setState({ minutes: 0, state: 'unsure' })
})
