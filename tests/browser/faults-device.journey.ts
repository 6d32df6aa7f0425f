import type { Page as PageOf } from '@playwright/test'
import { registerAt, strangerAt, venueClient } from '#tests/support/venue-client.ts'
import { buy, expectNotBlank, faultyTrade, isOrderCall, listen, lost } from './faults.ts'
import { expect, test } from './kit.ts'
import {
  beginWith,
  countdownOn,
  expectNoMore,
  expectTrueBook,
  logInByPage,
  newUser,
  tradePage,
  trulyLeft,
} from './story.ts'

const dayMs = 86_400_000
const pings = (sent: readonly string[]) => sent.filter((frame) => frame.includes('"m":"ping"')).length

/** Shifts the device's wall clock by an offset that can be changed while the page is open. */
const wrongClock = (page: PageOf, wrongMs: number) =>
  page.addInitScript((ms) => {
    const right = Date.now
    Object(window).wrongMs = ms
    Date.now = () => right() + Object(window).wrongMs
  }, wrongMs)
const setClock = (page: PageOf, byMs: number) => page.evaluate((ms) => (Object(window).wrongMs += ms), byMs)

test('CF17 with wrong clocks, other time zones, DST changes and a clock set during a round, the countdown never shows too much', async ({
  browser,
  at,
  app,
}) => {
  const member = await newUser(app.url)
  const toSummerEnd = Date.parse('2026-10-25T00:59:57Z') - Date.now()
  const devices = [
    { wrongMs: dayMs, timezoneId: 'Pacific/Kiritimati' },
    { wrongMs: -dayMs, timezoneId: 'America/New_York' },
    { wrongMs: toSummerEnd, timezoneId: 'Europe/Berlin' },
  ]
  const pages = await Promise.all(
    devices.map(async ({ wrongMs, timezoneId }) => {
      const page = await (await browser.newContext({ timezoneId })).newPage()
      await beginWith(page, member)
      await wrongClock(page, wrongMs)
      await page.goto(at('/pages/option/detail?market=BTC-USDT&product=option'))
      await expect(page.getByRole('timer')).toHaveText(/\d/)
      return page
    }),
  )
  const agree = (times: number) => {
    let agreed = 0
    return expect
      .poll(
        async () => {
          const shown = await Promise.all(pages.map(countdownOn))
          expectNoMore(shown)
          if (shown.every(({ label, left, atMs }) => left > trulyLeft(label, atMs) - 4)) agreed += 1
          return agreed
        },
        { timeout: 40_000, intervals: [200] },
      )
      .toBeGreaterThanOrEqual(times)
  }
  await agree(6)
  await Promise.all(pages.map((page, each) => setClock(page, each === 0 ? 3_600_000 : -3_600_000)))
  await agree(10)

  await test.step('prices are no older for it, and the venue alone says whether an order is in time', async () => {
    for (const page of pages) {
      await page.goto(at('/pages/trade/index'))
      const trade = tradePage(page)
      await expect(trade.price).not.toHaveValue('')
      await expect(trade.book.getByText(/ old$/)).toHaveCount(0)
    }
    const trade = tradePage(pages[0] ?? (await browser.newPage()))
    await trade.form.getByLabel('Price (USDT)').fill('60000')
    await trade.quantity.fill('0.01')
    await trade.openReview()
    await trade.confirm.click()
    await expect(trade.review).toContainText('Order placed')
  })
  await Promise.all(pages.map((page) => page.context().close()))
})

test('CF18 after hours of sleep, minutes hidden or a freeze, the page refreshes at once and sends nothing by itself', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  const { redirects } = await listen(page)
  await page.clock.install()
  await wrongClock(page, 0)
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, member } = story
  const { frames } = proxy
  const rows = trade.order('BTC/USDT Limit')
  const show = (state: 'hidden' | 'visible') =>
    page.evaluate((now) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => now })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)

  await test.step('the device slept eight hours, its line died, a review stood open', async () => {
    await trade.reviewLimit('60000', '0.01')
    const dead = frames.last()
    dead.forget()
    await member.venue.post('api/coin/trade', buy('61000'))
    await setClock(page, 8 * 3_600_000)
    await expect.poll(() => pings(dead.sent), { timeout: 3000 }).toBe(1)
    await expect.poll(() => frames.last().number, { timeout: 5000 }).toBe(dead.number + 1)
    await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
    expect(proxy.calls.filter(isOrderCall)).toEqual([])
    await trade.review.getByRole('button', { name: 'Close' }).click()
    await expect(rows).toHaveCount(1)
  })
  await test.step('hidden six minutes', async () => {
    const wire = frames.last()
    await show('hidden')
    await expect
      .poll(() => wire.sent.some((frame) => frame.includes('"m":"unsub"') && frame.includes('depth:')))
      .toBe(true)
    await member.venue.post('api/coin/trade', buy('61001'))
    const before = proxy.calls.length
    await page.clock.fastForward(360_000)
    const asked = pings(frames.last().sent)
    const shownAt = Date.now()
    await show('visible')
    await expect(rows).toHaveCount(2, { timeout: 3000 })
    await expectTrueBook(page, app.url)
    expect(Date.now() - shownAt).toBeLessThan(6000)
    expect(pings(frames.last().sent) > asked || frames.last() !== wire).toBe(true)
    // What was missed in six minutes is not replayed.
    expect(proxy.calls.length - before).toBeLessThan(25)
  })
  await test.step('frozen, and thawed', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Page.setWebLifecycleState', { state: 'frozen' })
    await member.venue.post('api/coin/trade', buy('61002'))
    await devtools.send('Page.setWebLifecycleState', { state: 'active' })
    await expect(rows).toHaveCount(3, { timeout: 5000 })
    await expectTrueBook(page, app.url)
  })
  await test.step('back out of the cache of the browser', async () => {
    const asked = pings(frames.last().sent)
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
    await expect.poll(() => pings(frames.last().sent), { timeout: 1500 }).toBeGreaterThan(asked)
  })
  await test.step('discarded: what was typed is there, nothing was sent', async () => {
    await trade.quantity.fill('0.0125')
    await page.reload()
    await expect(trade.quantity).toHaveValue('0.0125')
    await expect(rows).toHaveCount(3)
    expect(proxy.calls.filter(isOrderCall)).toEqual([])
  })
  await test.step('the login ended meanwhile', async () => {
    frames.last().forget()
    await show('hidden')
    await venueClient(app.url, member.token).post('chat/sys/logout', {})
    await show('visible')
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    expect(redirects).toHaveLength(1)
  })
})

test('CF19 full storage: one notice, the app keeps working, and no order is sent that could not be stored', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  const { said } = await listen(page)
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade } = story
  await page.evaluate(() => {
    let size = 5_000_000
    for (let part = 0; size >= 1; part += 1)
      try {
        localStorage.setItem(`filler.${part}`, 'x'.repeat(size))
      } catch {
        size = Math.floor(size / 2)
      }
  })
  await trade.reviewLimit('60000', '0.01')
  await trade.confirm.click()
  await expect(trade.review).toContainText('Not carried out')
  await expect(trade.review).toContainText('The device has no room left.')
  expect(proxy.calls.filter(isOrderCall)).toEqual([])
  await trade.review.getByRole('button', { name: 'Close' }).last().click()
  expect(said.filter((text) => text === 'The device has no room left.')).toHaveLength(1)
  await page.evaluate(() =>
    Object.keys(localStorage)
      .filter((name) => name.startsWith('filler'))
      .forEach((name) => localStorage.removeItem(name)),
  )
  await trade.openReview()
  await trade.confirm.click()
  await expect(trade.review).toContainText('Order placed')
  expect(await story.orders()).toHaveLength(1)
})

test('CF19 denied storage: browsing and login work, trading does not', async ({ page, at, app, complaints }) => {
  complaints.overlook = lost
  const stranger = await strangerAt(app.url)
  const sent: string[] = []
  page.on('request', (request) => sent.push(new URL(request.url()).pathname))
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await page.goto(at('/pages/settings/language/language'))
  await page.getByRole('radio', { name: 'English' }).click()
  for (const route of ['/pages/index/index', '/pages/user/login/register', '/pages/settings/index']) {
    await page.evaluate((to) => (location.hash = to), route)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.evaluate(() => (location.hash = '/pages/trade/index'))
  await logInByPage(page, stranger)
  const trade = tradePage(page)
  await expect(trade.available).toHaveText('10,000.00 USDT')
  await trade.reviewLimit('60000', '0.01')
  await trade.confirm.click()
  await expect(trade.review).toContainText('The device has no room left.')
  await trade.review.getByRole('button', { name: 'Close' }).last().click()
  expect(sent).not.toContain('/api/coin/trade')
  // A missing chunk tries to store the time of the reload.
  await page.route(/assets\/.*\.js/, (route) => route.abort())
  await page.evaluate(() => (location.hash = '/pages/news/help'))
  await expectNotBlank(page)
})

const poison: readonly (readonly [name: string, values: Readonly<Record<string, string>>])[] = [
  ['no JSON', { session: '{"token', settings: 'undefined', device: "'", 'wishes.1': '[[', config: '<html>' }],
  ['other shapes', { session: '[1,2]', settings: '"en"', device: '{"a":1}', 'wishes.1': '{"key":1}' }],
  [
    'other versions',
    {
      session: '{"v":99,"jwt":"x"}',
      settings: '{"lang":"klingon","riseColor":7,"favourites":"all","lastMarket":"../../x","indicators":[1,{}]}',
      device: 'null',
    },
  ],
  [
    'prototypes',
    {
      session: '{"__proto__":{"token":"abcdefghijkl"}}',
      settings: '{"__proto__":{"lang":"en"},"constructor":{"prototype":{"x":1}}}',
    },
  ],
  ['five megabytes', { settings: `["${'x'.repeat(2_300_000)}"]`, session: `{"token":"${'x'.repeat(1_000)}"}` }],
]
test('CF20 a corrupt stored value is dropped and never breaks the page', async ({ page, at, app, complaints }) => {
  complaints.overlook = lost
  await page.goto(at('/pages/index/index'))
  for (const [name, values] of poison)
    await test.step(name, async () => {
      await page.evaluate((all) => {
        localStorage.clear()
        for (const [key, text] of Object.entries(all)) localStorage.setItem(`kontor.${key}`, text)
      }, values)
      await page.reload()
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      expect(await page.evaluate(() => Object.prototype.hasOwnProperty.call(Object.prototype, 'lang'))).toBe(false)
    })

  await test.step('what was tampered with is not believed', async () => {
    const member = await registerAt(app.url)
    const theirs = JSON.stringify([
      { key: '01a1fe4c-dc8b-769c-919b-7711bd05e398', method: 'POST', path: 'coin/trade', body: {}, atMs: 0 },
    ])
    const lie = {
      token: member.token,
      chatToken: null,
      phase: 'in',
      user: { id: 1, is_realname: 2, review_status: 2, role: 'desk' },
      role: 'desk',
      kyc: 2,
      balance: '1000000',
    }
    await page.evaluate(
      ([session, intents]) => {
        localStorage.clear()
        localStorage.setItem('kontor.settings', '{"lang":"en","lastMarket":"BTC-USDT"}')
        localStorage.setItem('kontor.session', session ?? '')
        localStorage.setItem('kontor.wishes.999999', intents ?? '')
      },
      [JSON.stringify(lie), theirs],
    )
    await page.goto(at('/pages/trade/index'))
    await page.reload()
    await expect(tradePage(page).available).toHaveText('10,000.00 USDT')
    expect(await page.evaluate(() => localStorage.getItem('kontor.session'))).not.toContain('desk')
    // The intents of another account are neither resolved nor dropped.
    expect(await page.evaluate(() => localStorage.getItem('kontor.wishes.999999'))).toBe(theirs)
    await page.goto(at('/pages/verification/index'))
    await expect(page.getByText('Not verified').first()).toBeVisible()
    await expect(page.getByText('Verified', { exact: true })).toHaveCount(0)
  })
})
