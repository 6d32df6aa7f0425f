import { payloads } from '#tests/server/attacks/payloads.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser } from './story.ts'

/** Injected scripts call this; policy violations are recorded beside it. The console is checked by every test. */
const arm = (page: Page) =>
  page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { evil: () => told.push('it ran'), told })
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, sample }) =>
      told.push(`${violatedDirective} ${sample}`),
    )
  })
const toldIn = (page: Page): Promise<unknown> => page.evaluate(() => Reflect.get(window, 'told'))

/** No script ran, no policy was violated, no element was created, and all links are https or internal. */
const expectOnlyText = async (page: Page) => {
  expect(await toldIn(page)).toEqual([])
  expect(
    await page
      .locator(
        '#root :is(script, iframe, object, embed, base, form[action*="evil"], [onload], [onerror], [onclick], [style*="evil"])',
      )
      .count(),
  ).toBe(0)
  const ways = await page.locator('a[href]').evaluateAll((all) => all.map((way) => way.getAttribute('href') ?? ''))
  expect(ways.filter((way) => !/^(#\/|https:\/\/)/.test(way))).toEqual([])
}
const short = payloads.filter((text) => text.length <= 20 && !/admin|support/i.test(text)).slice(0, 8)
const some = payloads.filter((_, at) => at % 4 === 0)

test('AT50 a script in a nickname is shown as text', async ({ page, app, at }) => {
  const member = await newUser(app.url)
  await arm(page)
  await beginWith(page, member)
  await page.goto(at('/pages/settings/account/index'))
  for (const userName of short) {
    const { body } = await member.venue.post('chat/imUser/updateUserInfo', { userName })
    expect(body['code']).toBe(200)
    await expect(page.getByText(userName.trim(), { exact: true }).first()).toBeVisible()
  }
  await page.goto(at('/pages/assets/index'))
  await expect(page.locator('h1').first()).toBeVisible()
  await expectOnlyText(page)
})

test('AT50 scripts in notices are shown as text, and unsafe URLs are not links', async ({ page, at }) => {
  const item = (id: number, title: string) => ({
    id,
    c_id: 4,
    lang: 'en',
    title,
    thumbnail: 'javascript:evil()',
    cover: 'data:text/html,<script>evil()</script>',
    sorts: 0,
    create_time: '2026-01-05 00:00:00',
    top: 0,
    link: 'javascript:evil()',
  })
  const titles = some.slice(0, 10)
  const answer = (message: unknown) => ({
    contentType: 'application/json',
    body: JSON.stringify({ type: 'ok', message }),
  })
  await arm(page)
  await beginWith(page, null)
  await page.route('**/api/news/list', (route) =>
    route.fulfill(
      answer({ list: titles.map((title, n) => item(n + 1, title)), count: titles.length, page: 1, limit: 10 }),
    ),
  )
  await page.route('**/api/news/detail', (route) =>
    route.fulfill(answer({ ...item(1, titles[0] ?? ''), content: some.join('\n\n') })),
  )
  await page.goto(at('/pages/notice/index'))
  for (const title of titles.slice(0, 5)) await expect(page.getByText(title, { exact: true }).first()).toBeVisible()
  await expectOnlyText(page)
  await page.goto(at('/pages/index/notice/notice?id=1'))
  const article = page.getByRole('article')
  await expect(article).toContainText(some.at(-1) ?? '')
  for (const payload of some) await expect(article).toContainText(payload)
  await expectOnlyText(page)
})

test('AT43 a return path to a foreign URL leads to the home page, and a script URL does not run', async ({
  page,
  app,
  at,
}) => {
  await arm(page)
  await beginWith(page, await newUser(app.url))
  const home = new URL(app.url).origin
  for (const backpage of [
    'https://evil.test',
    '//evil.test',
    '/\\evil.test',
    'javascript:evil()',
    '#//evil.test',
    '/pages/user/login/login?backpage=//evil.test',
    '<svg onload=evil()>',
  ]) {
    await page.goto(at('/pages/settings/index'))
    await expect(page).toHaveURL(/settings/)
    await page.goto(at(`/pages/user/login/login?backpage=${encodeURIComponent(backpage)}`))
    await expect(page).toHaveURL(new RegExp(`^${home}/#/(pages/index/index)?$`))
  }
  for (const route of [
    '/no/such/<svg onload=evil()>',
    '/pages/index/notice/notice?id=<svg onload=evil()>',
    '/pages/trade/index?market=<img src=x onerror=evil()>',
    '/pages/index/search/index?keyword=<script>evil()</script>',
  ]) {
    await page.goto(at(route))
    await page.reload()
    await expect(page.locator('#root')).not.toBeEmpty()
    await expect(page.locator('h1').first()).toBeVisible()
    await expectOnlyText(page)
  }
})

test('AT50 if text were ever rendered as markup, the content security policy would block and report it', async ({
  page,
  at,
  complaints,
}) => {
  complaints.overlook = /TrustedHTML|Content Security Policy/
  await arm(page)
  await page.goto(at('/'))
  const made = await page.evaluate(() => {
    try {
      document.body.innerHTML = '<svg onload=evil()>'
      return 'made'
    } catch {
      return 'forbidden'
    }
  })
  expect(made).toBe('forbidden')
  await expect.poll(() => toldIn(page)).toEqual([expect.stringContaining('require-trusted-types-for')])
})
