import { answer, type Answer, type Fate, type HttpProxy } from '#tests/support/proxy-http.ts'
import { faultyTrade, isOrderCall, storedIntents, listen, loggedOut, lost } from './faults.ts'
import { expect, test, type Page } from './kit.ts'

type Story = Awaited<ReturnType<typeof faultyTrade>>
const ordersSent = ({ calls }: HttpProxy) => calls.filter(isOrderCall)
const verdictOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(?:Review order|Order placed)$/ }).getByText(/^(?:Order placed|Not carried out)$/)

const isQuestion = ({ path }: { readonly path: string }) => path.startsWith('/api/key/status')

/**
 * Confirms one order that fails the given way until its outcome is requested. (Browsers resend requests that a reused
 * connection has lost.)
 */
const confirm = async ({ proxy, trade }: Story, price: string, fate: Fate | (() => Promise<Fate>)) => {
  let isAsked = false
  proxy.judge((call) => {
    isAsked ||= isQuestion(call)
    if (!isOrderCall(call) || isAsked) return 'pass'
    return typeof fate === 'function' ? fate() : fate
  })
  await trade.reviewLimit(price, '0.001')
  await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
  const before = ordersSent(proxy).length
  await trade.confirm.click()
  return { sent: () => ordersSent(proxy).slice(before) }
}
const done = async (page: Page, { trade }: Story) => {
  await expect(verdictOf(page)).toBeVisible({ timeout: 20_000 })
  const word = await verdictOf(page).innerText()
  await trade.review
    .getByRole('button', { name: /^(?:Done|Close)$/ })
    .last()
    .click()
  return word
}

const html = answer(200, '<!doctype html><title>Welcome to the hotel</title>', { 'content-type': 'text/html' })
const jsonOf = ({ body }: Answer): Record<string, unknown> => JSON.parse(String(body))
const dataOf = (told: Answer) => jsonOf(told)['data'] ?? jsonOf(told)['message']
const plain = { 'accept-encoding': 'identity' }
const rewrap = (wrap: (data: unknown) => unknown): Fate => ({
  rewrite: (told) => answer(200, JSON.stringify(wrap(dataOf(told)))),
  headers: plain,
})
const turned = (status: number, body = '', headers?: Record<string, string>): Fate => ({
  instead: answer(status, body, headers),
})
const after = (told: Answer): Fate => ({ rewrite: () => told })

/**
 * Only an explicit refusal is one. After an unreadable reply the outcome is requested; a key that was never seen is
 * sent again.
 */
const table: readonly {
  readonly name: string
  readonly fate: Fate
  readonly placed: boolean
  readonly sends: number
}[] = [
  { name: 'type ok', fate: 'pass', placed: true, sends: 1 },
  { name: 'code 1', fate: rewrap((data) => ({ code: 1, data })), placed: true, sends: 1 },
  { name: 'code 200', fate: rewrap((data) => ({ code: 200, data })), placed: true, sends: 1 },
  { name: '998', fate: turned(200, '{"type":"998","message":"no"}'), placed: false, sends: 1 },
  { name: '997', fate: turned(200, '{"type":"997","message":"no"}'), placed: false, sends: 1 },
  {
    name: 'a refusal',
    fate: turned(409, '{"type":"error","reason":"insufficient_balance","message":"no","params":{}}'),
    placed: false,
    sends: 1,
  },
  { name: 'an unknown code', fate: turned(200, '{"type":"12345","message":"?"}'), placed: true, sends: 2 },
  { name: 'HTML', fate: { instead: html }, placed: true, sends: 2 },
  { name: 'HTML after it was done', fate: after(html), placed: true, sends: 1 },
  { name: 'empty', fate: turned(200), placed: true, sends: 2 },
  { name: 'cut JSON', fate: turned(200, '{"type":"ok","mess'), placed: true, sends: 2 },
  { name: 'cut line', fate: 'cutWithin', placed: true, sends: 1 },
  { name: '204', fate: turned(204), placed: true, sends: 2 },
  { name: '302', fate: turned(302, '', { location: '/login' }), placed: true, sends: 2 },
  { name: '413', fate: turned(413), placed: false, sends: 1 },
  { name: '500', fate: turned(500, '{"type":"error","message":"oops"}'), placed: true, sends: 2 },
  { name: '500 after it was done', fate: after(answer(500)), placed: true, sends: 1 },
  { name: '502', fate: turned(502, 'Bad gateway', { 'content-type': 'text/plain' }), placed: true, sends: 2 },
  { name: '503', fate: turned(503, '', { 'retry-after': '1' }), placed: true, sends: 2 },
  { name: '504 after it was done', fate: after(answer(504)), placed: true, sends: 1 },
]

test('CF14 every kind of reply to an order: the outcome matches the server', async ({ page, app, complaints }) => {
  complaints.overlook = lost
  test.setTimeout(150_000)
  await using story = await faultyTrade(page, app.url)
  let placed = 0
  for (const [at, row] of table.entries())
    await test.step(row.name, async () => {
      const { sent } = await confirm(story, String(50_000 + at), row.fate)
      expect(await done(page, story)).toBe(row.placed ? 'Order placed' : 'Not carried out')
      placed += row.placed ? 1 : 0
      expect(await story.orders()).toHaveLength(placed)
      // Regardless of retries it was one intent.
      expect(sent()).toHaveLength(row.sends)
      expect(new Set(sent().map(({ key }) => key)).size).toBe(1)
    })
  await expect(story.trade.order('BTC/USDT Limit')).toHaveCount(placed)
  expect(await storedIntents(page)).toBe(0)
})

test('CF15 a reply with Retry-After: the wait is shown, and no order is sent before its end', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using story = await faultyTrade(page, app.url)
  const { trade, proxy } = story
  const { sent } = await confirm(story, '60000', turned(429, '', { 'retry-after': '4' }))
  await expect(trade.review).toContainText('Not carried out')
  await expect(trade.review).toContainText(/\b4\b/)
  const toldAt = Date.now()
  await trade.review.getByRole('button', { name: 'Close' }).last().click()
  const enter = trade.form.getByRole('button', { name: 'Buy BTC' })
  for (let tap = 0; tap < 3; tap += 1) await enter.click({ force: true })
  expect(sent()).toHaveLength(1)
  await expect(enter).toBeEnabled()
  await expect(enter).not.toHaveAttribute('aria-busy', 'true')
  proxy.restore()
  if (!(await trade.review.isVisible())) await trade.openReview()
  await trade.confirm.click()
  await expect(trade.review).toContainText('Order placed')
  const [, second] = ordersSent(proxy)
  expect((second?.atMs ?? 0) - toldAt).toBeGreaterThan(3500)
  expect(await story.orders()).toHaveLength(1)
})

test('CF11 CF12 the reply or the order itself is lost: done once under one key, or revoked for good', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await page.clock.install()
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade } = story

  await test.step('taken, and nobody heard of it', async () => {
    const { sent } = await confirm(story, '50000', 'lostAfter')
    expect(await done(page, story)).toBe('Order placed')
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1)
    expect(proxy.calls.filter(isQuestion)).not.toHaveLength(0)
    expect(await story.orders()).toHaveLength(1)
  })
  await test.step('lost on the way: sent again under its key', async () => {
    const { sent } = await confirm(story, '50001', 'lostBefore')
    expect(await done(page, story)).toBe('Order placed')
    expect(new Set(sent().map(({ key }) => key)).size).toBe(1)
    expect(await story.orders()).toHaveLength(2)
  })
  await test.step('lost for longer than the world stands still: given up', async () => {
    await trade.reviewLimit('50002', '0.001')
    const before = ordersSent(proxy).length
    proxy.judge(({ path }) => (path.startsWith('/api/') ? 'lostBefore' : 'pass'))
    await trade.confirm.click()
    await expect(trade.review).toContainText('Checking with the server')
    await page.clock.fastForward(16_000)
    proxy.restore()
    await page.clock.fastForward(16_000)
    expect(await done(page, story)).toBe('Not carried out')
    expect(await story.orders()).toHaveLength(2)
    // A late request with the same key has no effect.
    const late = ordersSent(proxy)[before]
    const { body } = await story.member.venue.post('api/coin/trade', JSON.parse(late?.body ?? '{}'), late?.key ?? '')
    expect(body['type']).not.toBe('ok')
    expect(await story.orders()).toHaveLength(2)
  })
  expect(await storedIntents(page)).toBe(0)
})

test('CF13 the overlay, the tap guard and the toast end while an order is pending: the button stays busy', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await page.clock.install()
  await using story = await faultyTrade(page, app.url)
  const { trade, proxy } = story
  let pass = () => {}
  const { sent } = await confirm(story, '50000', () => new Promise((settle) => (pass = () => settle('pass'))))
  const overlay = page.getByText('Please wait')
  await expect(trade.confirm).toHaveAttribute('aria-busy', 'true')
  await page.clock.runFor(1500)
  await expect(overlay).toBeVisible()
  await page.clock.runFor(10_000)
  await expect(overlay).toHaveCount(0)
  await expect(trade.confirm).toHaveAttribute('aria-busy', 'true')
  for (let tap = 0; tap < 3; tap += 1) await trade.confirm.click({ force: true })
  await page.keyboard.press('Enter')
  expect(sent()).toHaveLength(1)
  expect(proxy.calls.filter(isQuestion)).toHaveLength(0)
  pass()
  expect(await done(page, story)).toBe('Order placed')
  expect(sent()).toHaveLength(1)
  expect(await story.orders()).toHaveLength(1)
})

test('CF8 CF9 the session ends during an order and many calls: one message, one redirect, and no more calls with the old token', async ({
  page,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  const { said, redirects } = await listen(page)
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade, member } = story
  const held: (() => void)[] = []
  proxy.judge((call) => {
    if (!call.path.startsWith('/api/') && !call.path.startsWith('/chat/')) return 'pass'
    if (isOrderCall(call)) return new Promise((settle) => held.push(() => settle(after(loggedOut))))
    return new Promise((settle) => held.push(() => settle({ instead: loggedOut })))
  })
  await trade.reviewLimit('50000', '0.001')
  await trade.confirm.click()
  await expect(trade.confirm).toHaveAttribute('aria-busy', 'true')
  // Without a connection everything visible is polled.
  proxy.frames.last().cut()
  await expect.poll(() => held.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(5)
  for (const release of held) release()
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  // A call may have been on its way to the proxy when the first answer came.
  const before = proxy.calls.length
  await expect.poll(() => said.filter((text) => text === 'Please log in.').length).toBe(1)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(redirects).toHaveLength(1)
  expect(redirects[0]).toContain(encodeURIComponent('/pages/trade/index'))
  expect(proxy.calls.slice(before).filter(({ token }) => token === member.token)).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('kontor.session'))).toBeNull()
  expect(await storedIntents(page)).toBe(1)

  await test.step('back under the same account the wish is settled', async () => {
    proxy.restore()
    await page.evaluate(
      (token) => localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null })),
      member.token,
    )
    await page.reload()
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
    await expect.poll(() => storedIntents(page)).toBe(0)
    expect(await story.orders()).toHaveLength(1)
    expect(said.filter((text) => text === 'Please log in.')).toHaveLength(1)
  })
})
