import { createPush, type AppWindow, type Shown } from '#src/app/worker/push.ts'
import { expect, test } from 'vitest'

const scope = 'https://kontor.test/app/'
type Options = {
  windows?: readonly (Partial<AppWindow> & { url: string })[]
  mustShow?: boolean
  kept?: string[]
  noBadge?: boolean
}
function world({ windows = [], mustShow = false, kept = [], noBadge = false }: Options = {}) {
  const shown: (Shown & { title: string })[] = []
  const done: string[] = []
  let ids: readonly string[] = kept
  const push = createPush({
    scope,
    mustShow,
    show: async (title, options) => shown.push({ title, ...options }),
    windows: async () =>
      windows.map((each) => ({
        isSeen: false,
        focus: async () => done.push(`focus ${each.url}`),
        navigate: async (url) => done.push(`navigate ${url}`),
        ...each,
      })),
    open: async (url) => done.push(`open ${url}`),
    badge: async (count) => {
      if (noBadge) throw new Error('no badge')
      done.push(`badge ${count}`)
    },
    kept: {
      read: async () => ids,
      write: async (some) => {
        ids = some
      },
    },
  })
  return { ...push, shown, done, kept: () => ids }
}
const payload = (changes: object = {}) => ({
  v: 1,
  user: 7,
  n: 3,
  kind: 'alert',
  title: 'Price alerts',
  body: 'BTC/USDT rose',
  path: '/pages/trade/kline?market=BTC-USDT',
  tag: 'abc',
  unread: 4,
  at: 1000,
  ...changes,
})

test('PUSH-14 the worker shows what it is sent, under its tag, and the number of unread on the icon', async () => {
  const { push, shown, done } = world()
  await push(payload())
  expect(shown).toEqual([
    {
      title: 'Price alerts',
      body: 'BTC/USDT rose',
      tag: 'abc',
      icon: `${scope}icons/icon-192.png`,
      timestamp: 1000,
      renotify: true,
      data: { path: '/pages/trade/kline?market=BTC-USDT' },
    },
  ])
  expect(done).toEqual(['badge 4'])
})
test('PUSH-14 a notification is shown once on a device, also when it comes twice at once, or to a worker that has started anew', async () => {
  const { push, shown, kept } = world()
  await Promise.all([push(payload()), push(payload()), push(payload({ n: 4 })), push(payload({ user: 8 }))])
  expect(shown).toHaveLength(3)
  const again = world({ kept: [...kept()] })
  await again.push(payload())
  expect([again.shown, again.done]).toEqual([[], []])
})
test('PUSH-14 only the newest numbers are kept', async () => {
  const { push, kept } = world()
  for (let n = 1; n <= 130; n += 1) await push(payload({ n }))
  expect([kept().length, kept().at(-1)]).toEqual([100, '7.130'])
})
test('PUSH-15 nothing is shown over an app that is looked at; over one that is hidden it is', async () => {
  const seen = world({ windows: [{ url: `${scope}#/pages/index/index`, isSeen: true }] })
  const hidden = world({ windows: [{ url: `${scope}#/pages/index/index` }] })
  const strict = world({ windows: [{ url: `${scope}#/pages/index/index`, isSeen: true }], mustShow: true })
  for (const each of [seen, hidden, strict]) await each.push(payload())
  expect([seen, hidden, strict].map(({ shown, done }) => [shown.length, done])).toEqual([
    [0, ['badge 4']],
    [1, ['badge 4']],
    [1, ['badge 4']],
  ])
})
test.each([
  'https://evil.test/',
  '//evil.test/',
  'javascript:alert(1)',
  '/pages/../../evil',
  '/pages/a?x=<b>',
  '/docs',
  7,
  null,
  undefined,
  `/pages/${'a'.repeat(400)}`,
])('PUSH-15 a path that is none of the app leads to the list of notifications: %s', async (path) => {
  const { push, shown } = world()
  await push(payload({ path }))
  expect(shown[0]?.data.path).toBe('/pages/notification/index')
})
test.each([
  [null],
  ['text'],
  [{}],
  [payload({ title: '' })],
  [payload({ title: 7 })],
  [payload({ n: 0 })],
  [payload({ n: '3' })],
])('PUSH-15 what the venue did not send is not shown: %j', async (raw) => {
  const { push, shown } = world()
  await push(raw)
  expect(shown).toEqual([])
})
test('PUSH-15 without a badge, and with one that fails, the notification is shown all the same', async () => {
  const { push, shown } = world({ noBadge: true })
  await push(payload({ unread: -1 }))
  expect(shown).toHaveLength(1)
})

const here = `${scope}#/pages/trade/kline?market=BTC-USDT`
const data = { path: '/pages/trade/kline?market=BTC-USDT' }
test('PUSH-16 a tap brings the window that is there to the page: the one that shows it, else the one in sight, else any; without one it opens one', async () => {
  const tapped = async (options: Options, what: unknown = data) => {
    const { click, done } = world(options)
    await click(what)
    return done
  }
  const [other, seen] = [{ url: `${scope}#/a` }, { url: `${scope}#/b`, isSeen: true }]
  expect(await tapped({ windows: [other, seen, { url: here }] })).toEqual([`focus ${here}`])
  expect(await tapped({ windows: [other, seen] })).toEqual([`focus ${scope}#/b`, `navigate ${here}`])
  expect(await tapped({ windows: [other] })).toEqual([`focus ${scope}#/a`, `navigate ${here}`])
  expect(await tapped({})).toEqual([`open ${here}`])
  expect(
    await tapped({
      windows: [{ url: `${scope}#/a`, navigate: () => Promise.reject(new TypeError('not controlled')) }],
    }),
  ).toEqual([`focus ${scope}#/a`, `open ${here}`])
  expect(await tapped({}, { path: 'https://evil.test/' })).toEqual([`open ${scope}#/pages/notification/index`])
})
