import type { Event } from '#contract/events.ts'
import { languages } from '#contract/wire/languages.ts'
import { notificationSubject, type NotificationContent } from '#contract/wire/notification.ts'
import { sayEvent } from '#src/app/say-event.ts'
import { NotificationsPage } from '#src/features/notification/notifications-page.tsx'
import { NotificationSettingsPage } from '#src/features/notification/settings-page.tsx'
import { isKnownPath } from '#src/lib/paths/known.ts'
import { Bell } from '#src/parts/notifications/bell.tsx'
import { sayingIn } from '#contract/notification/notification-saying.ts'
import { wayOf } from '#src/parts/notifications/saying.ts'
import { useToasts } from '#src/stores/toasts.ts'
import { i18nFor } from '#tests/support/render.tsx'
import { live, said, showPage } from '#tests/support/page-services.tsx'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { beforeEach, expect, test, vi } from 'vitest'

const none = { ref: null, symbol: null, side: null, amount: null, coin: null, price: null, title: null }
const fill = {
  ...none,
  n: 3,
  kind: 'fill',
  subject: 'spot_filled',
  ref: '7',
  symbol: 'BTC/USDT',
  side: 'buy',
  amount: '0.01',
  coin: 'BTC',
  price: '96000.00',
  at_ms: 1_790_000_000_000,
} as const
const gift = {
  ...none,
  n: 2,
  kind: 'money',
  subject: 'gift_received',
  amount: '5',
  coin: 'USDT',
  title: 'Ben',
  at_ms: 1_790_000_000_000,
} as const
const stateOf = (head: number, read_n: number, rev = 1, off: readonly string[] = []) => ({
  head,
  read_n,
  unread: head - read_n,
  off: [...off],
  rev,
})
const ok = (data: unknown) => ({ type: 'ok', message: 'Done.', data })
/** The pushed state of the caller, as the page gets it. */
const pushed = (state: object | null) => {
  const state$ = new BehaviorSubject(live(state))
  return { state$, feeds: { ownLive: Object.assign(() => state$) } }
}
beforeEach(() => {
  sessionStorage.clear()
  useToasts.setState({ toasts: [] })
})

test('NOTE-8 the page lists what was told, newest first, marks what is new until it is left, and tells the venue that it was read', async () => {
  const { asked } = await showPage(<NotificationsPage />, {
    ...pushed(stateOf(3, 2)),
    answers: {
      '/api/notification/list': said({ list: [fill, gift], state: stateOf(3, 2) }),
      '/api/notification/read': ok(stateOf(3, 3, 2)),
    },
  })
  const rows = await screen.findAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('New: Bought 0.01 BTC at 96,000.00'),
    expect.stringContaining('Ben sent you 5.00 USDT'),
  ])
  expect(rows.map((row) => row.querySelector('a')?.getAttribute('href'))).toEqual([
    '#/pages/trade/index?market=BTC-USDT',
    '#/pages/assets/transfersd/hzrecord',
  ])
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/read')).map(({ body }) => body)).toEqual([{ n: 3 }]),
  )
  expect(rows[0]).toHaveTextContent('New:')
})

test('NOTE-9 a kind is switched at the venue; a switch that is refused goes back and says why', async () => {
  const answers: Record<string, unknown> = {
    '/api/notification/state': said(stateOf(0, 0, 1, ['news'])),
    '/api/notification/set': ok(stateOf(0, 0, 2, ['news', 'fill'])),
  }
  const { asked } = await showPage(<NotificationSettingsPage />, { ...pushed(stateOf(0, 0, 1, ['news'])), answers })
  const fills = await screen.findByRole('switch', { name: 'Fills' })
  expect(
    [fills, screen.getByRole('switch', { name: 'News' })].map((each) => each.getAttribute('aria-checked')),
  ).toEqual(['true', 'false'])
  await userEvent.click(fills)
  await waitFor(() =>
    expect(asked.filter(({ path }) => path.endsWith('/set')).map(({ body }) => body)).toEqual([
      { kind: 'fill', is_on: 0 },
    ]),
  )
  expect(fills).toHaveAttribute('aria-checked', 'false')
  answers['/api/notification/set'] = { type: 'error', message: 'x', reason: 'read_only' }
  await userEvent.click(screen.getByRole('switch', { name: 'News' }))
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.getByRole('switch', { name: 'News' })).toHaveAttribute('aria-checked', 'false')
})

test('NOTE-10 the bell and the icon of the app show how many are unread, and nothing when all are read', async () => {
  const setAppBadge = vi.fn<() => Promise<void>>(async () => {})
  const clearAppBadge = vi.fn<() => Promise<void>>(async () => {})
  Object.assign(navigator, { setAppBadge, clearAppBadge })
  const { state$, feeds } = pushed(stateOf(120, 0))
  await showPage(<Bell />, { feeds })
  expect(screen.getByRole('link', { name: 'Notifications, 120 unread' })).toHaveTextContent('99+')
  expect(setAppBadge).toHaveBeenLastCalledWith(120)
  state$.next(live(stateOf(120, 120)))
  await waitFor(() => expect(screen.getByRole('link')).toHaveTextContent(/^$/))
  expect(clearAppBadge).toHaveBeenCalled()
})

const added = (notification: object): Event =>
  JSON.parse(
    JSON.stringify({
      ev: 'notification.added',
      v: { notification: { n: 1, at_ms: 1, ...none, ...notification }, state: stateOf(1, 0) },
    }),
  )
test('NOTE-11 money, OTC, alerts and risk are said over any page; fills are listed only, and risk is left to the page of the contracts', () => {
  location.hash = '#/pages/assets/index'
  const alert = { kind: 'alert', subject: 'price_above', symbol: 'BTC/USDT', amount: '96500.00', price: '96100.00' }
  for (const each of [fill, gift, alert, { kind: 'risk', subject: 'margin_risk', amount: '75', coin: 'USDT' }])
    sayEvent(added(each))
  expect(useToasts.getState().toasts.map(({ text, kind }) => [text, kind])).toEqual([
    ['notification:says.gift_received', 'plain'],
    ['notification:says.price_above', 'plain'],
    ['notification:says.margin_risk', 'error'],
  ])
  useToasts.setState({ toasts: [] })
  location.hash = '#/pages/option/detail'
  sayEvent(added({ kind: 'risk', subject: 'lever_liquidated' }))
  expect(useToasts.getState().toasts).toEqual([])
})

test.each([
  ['trigger_stop', { title: '96000.00' }, 'Stop hit: sold 0.02593 BTC at 95,990.10 (trigger 96,000.00, 0.01% slip)'],
  ['trigger_stop', {}, 'Stop hit: sold 0.02593 BTC at 95,990.10'],
  [
    'trigger_stop',
    { title: '96000.00', net: '-10.914' },
    'Stop hit: sold 0.02593 BTC at 95,990.10 (trigger 96,000.00, 0.01% slip). −10.92 USDT net',
  ],
  [
    'trigger_waits',
    { title: '96000.00' },
    'Stop-limit on BTC/USDT triggered at 96,000.00 but not filled; 0.02593 BTC still waits at 95,990.10',
  ],
  ['spot_unfilled', { title: 'expired' }, 'BTC/USDT order expired unfilled'],
  ['spot_unfilled', {}, 'BTC/USDT order cancelled: nothing was filled'],
  ['trigger_expired', { amount: null }, 'Trigger order on BTC/USDT expired unfilled'],
  ['trigger_expired', {}, 'Trigger order on BTC/USDT expired; 0.02593 BTC had filled'],
  ['dead_man', { title: '12' }, 'Orders cancelled by your dead-man switch (12)'],
] as const)('%s %j: what happened, with the prices and the size of it', async (subject, more, text) => {
  const i18n = await i18nFor('en')
  const sold = {
    ref: '7',
    symbol: 'BTC/USDT',
    side: null,
    amount: '0.02593',
    coin: 'BTC',
    price: '95990.10',
    title: null,
  }
  const { key, params } = sayingIn({ ...sold, subject, ...more }, 'en')
  expect(i18n.t(key, { ns: 'notification', ...params })).toBe(text)
})

test.each(languages)('NOTE-12 every subject has a sentence without gaps and a page to go to, in %s', async (lang) => {
  const i18n = await i18nFor(lang)
  const sides = { spot_filled: ['buy', 'sell'], lever_entered: ['long', 'short'] } as const
  const full = { ref: '7', symbol: 'BTC/USDT', amount: '-1.5', coin: 'USDT', price: '96000.00', title: 'Ben' }
  const contents = notificationSubject.options.flatMap((subject): NotificationContent[] =>
    (subject === 'spot_filled' || subject === 'lever_entered' ? sides[subject] : [null]).map((side) => ({
      ...full,
      subject,
      side,
    })),
  )
  const texts = contents.map((content) => {
    const { key, params } = sayingIn(content, lang)
    return i18n.exists(key, { ns: 'notification', lng: lang, fallbackLng: [] })
      ? i18n.t(key, { ns: 'notification', ...params })
      : key
  })
  expect(texts.filter((text) => /^says\.|\{\{|undefined/.test(text))).toEqual([])
  expect(contents.map(wayOf).filter((way) => !isKnownPath(way))).toEqual([])
})
