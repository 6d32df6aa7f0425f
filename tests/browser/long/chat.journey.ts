import { befriend, joined } from '#tests/support/chat/friends.ts'
import { fieldOf } from '#tests/support/venue-client.ts'
import { expect, test, type Page } from '../kit.ts'
import { beginWith, turnTo } from '../story.ts'

const pin = '246810'
/** A group of two, in which one has said many things and sent a packet. */
async function aGroup(url: string, messages: number) {
  const [ada, ben] = await Promise.all([joined(url), joined(url)])
  await befriend(ada, ben)
  const { body } = await ada.venue.post('chat/imChatGroup/launchChatGroup', {
    chatGroupName: 'Desk',
    chatGroupMembers: [ben.id],
  })
  const group = String(fieldOf(body['data'], 'id'))
  const say = (text: string) =>
    ada.venue.post('chat/imGroupMessageRef/sendMessage', {
      cid: crypto.randomUUID(),
      chat: group,
      type: 1,
      body: { text },
    })
  for (let n = 1; n <= messages; n += 1)
    await expect.poll(async () => (await say(`line ${n}`)).body['code'], { timeout: 30_000 }).toBe(200)
  const sent = await ada.venue.post('api/set/sms_other_mail', {})
  await ada.venue.post('api/safe/update_password', {
    password: pin,
    re_password: pin,
    code: fieldOf(sent.body['data'], 'demo_code'),
  })
  await ada.venue.post('chat/imUser/toPayUserBalance', { amount: '10', tradePwd: pin })
  const packet = await ada.venue.post('chat/imGroupUserRef/sendRedBagForGroup', {
    chatGroupId: group,
    redBagRule: 2,
    redBagNums: 2,
    redBagValue: '2',
    redBagRemark: '',
    tradePwd: pin,
  })
  return { ada, ben, group, packet }
}
const roomPath = (group: string) => `/pages/chat/chat/chatGroup/chatting?chatGroupId=${group}`
/** What has the focus: its name, or what it is; nothing of a page has it when the body does. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: at } = document
    return at === null || at === document.body
      ? 'nothing'
      : (at.getAttribute('aria-label') ?? at.textContent).trim().slice(0, 60)
  })
/** Presses Tab until something has the focus; what had it on the way. */
async function tabTo(page: Page, name: RegExp, most = 80) {
  const way: string[] = []
  for (let n = 0; n < most; n += 1) {
    await page.keyboard.press('Tab')
    const here = await focused(page)
    way.push(here)
    if (name.test(here)) return way
  }
  throw new Error(`not reached: ${String(name)} after ${way.join(' | ')}`)
}

test('CHAT-95 the whole chat by keyboard alone', async ({ page, at, app, isMobile }) => {
  const { ada, ben, group } = await aGroup(app.url, 3)
  await beginWith(page, ben)
  await page.goto(at('/pages/chat/chat/chatGroupList'))
  await expect(page.getByRole('link', { name: /Desk/ })).toBeVisible()
  await tabTo(page, /^D?Desk/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('line 3', { exact: true })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('nothing')

  await tabTo(page, /^Actions for: line 2$/)
  await page.keyboard.press('Enter')
  const menu = page.getByRole('dialog', { name: 'line 2' })
  await expect(menu).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await expect.poll(() => focused(page)).toBe('Actions for: line 2')
  await page.keyboard.press('Enter')
  await tabTo(page, /^Reply$/)
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe('Message')
  await page.keyboard.type('I agree')
  await tabTo(page, /^Send$/)
  await page.keyboard.press('Enter')
  await expect(page.getByText('I agree', { exact: true })).toBeVisible()
  await expect.poll(() => focused(page)).toBe('Message')

  // Backwards through the log to the packet.
  for (let n = 0; n < 40 && !/Best wishes/.test(await focused(page)); n += 1) await page.keyboard.press('Shift+Tab')
  expect(await focused(page)).toMatch(/Best wishes/)
  await page.keyboard.press('Enter')
  const packet = page.getByRole('dialog', { name: 'Red packet' })
  await expect(packet.getByText(`Red packet from ${ada.name}`)).toBeVisible()
  await tabTo(page, /^Open$/)
  await page.keyboard.press('Enter')
  await expect(packet.getByRole('status').getByText('1.00 USDT')).toBeVisible()
  expect(await page.evaluate(() => document.querySelector('dialog')?.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await expect(packet).toHaveCount(0)
  await expect.poll(() => focused(page)).toMatch(/Best wishes/)
  if (isMobile) {
    for (let n = 0; n < 80 && (await focused(page)) !== 'Back'; n += 1) await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
  } else await page.keyboard.press('Alt+ArrowLeft')
  await expect(page.getByRole('link', { name: /Desk/ })).toBeVisible()
  await expect.poll(() => focused(page)).not.toBe('nothing')
  expect(group).not.toBe('')
})

test('CHAT-93 a window made narrower and wider again keeps the row in sight', async ({ page, at, app, isMobile }) => {
  test.setTimeout(240_000)
  const { ben, group } = await aGroup(app.url, 60)
  await beginWith(page, ben)
  const sizes = isMobile
    ? [
        { width: 844, height: 390 },
        { width: 390, height: 844 },
      ]
    : [
        { width: 1000, height: 800 },
        { width: 1280, height: 800 },
        { width: 700, height: 500 },
      ]
  await page.goto(at(roomPath(group)))
  const toEnd = page.getByRole('button', { name: /newest|new message/i })
  const last = page.getByText('line 60', { exact: true })
  await expect(last.or(toEnd).first()).toBeVisible()
  if (await toEnd.isVisible()) await toEnd.click()
  await expect(last).toBeVisible()
  const log = page.getByRole('group', { name: /Desk/ })
  await log.evaluate((box) => box.scrollBy(0, -1500))
  const firstRow = () =>
    log.evaluate(
      (box) =>
        [...box.querySelectorAll('[data-row]')]
          .filter((row) => row.getBoundingClientRect().bottom > box.getBoundingClientRect().top + 2)
          .map((row) => Number(row.getAttribute('data-row')))
          .toSorted((a, b) => a - b)[0] ?? -1,
    )
  await expect(page.getByText('line 60', { exact: true })).toHaveCount(0)
  const before = await firstRow()
  for (const size of sizes) {
    await page.setViewportSize(size)
    await expect.poll(async () => Math.abs((await firstRow()) - before)).toBeLessThanOrEqual(1)
  }
})

test('PWA-7 in a first visit that never opened the chats they open without a network, said to be old; phone only', async ({
  browser,
  at,
  app,
}) => {
  test.setTimeout(240_000)
  const { ben } = await aGroup(app.url, 2)
  await using own = await browser.newContext({ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' })
  const page = await own.newPage()
  await beginWith(page, ben)
  await page.goto(at('/pages/index/index'))
  const kept = () =>
    page.evaluate(async () =>
      (
        await Promise.all(
          (await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => url)),
        )
      ).flat(),
    )
  await expect
    .poll(
      async () =>
        (await kept()).some((url) => /\/room-page-/.test(url)) && (await kept()).some((url) => /\/refusals-/.test(url)),
      { timeout: 60_000 },
    )
    .toBe(true)
  await own.setOffline(true)
  await turnTo(page, '/pages/chat/chat/chatGroupList')
  await expect(page.getByRole('link', { name: /Desk/ })).toBeVisible()
  await expect(page.getByText(/You are offline\. What is shown may be old/)).toBeVisible()
  // Begun anew without a network, nobody can say whose the login is: the app says so, and the list is back with the
  // network.
  await page.reload()
  await expect(page.getByText(/could not be reached/)).toBeVisible({ timeout: 30_000 })
  await own.setOffline(false)
  await expect(page.getByRole('link', { name: /Desk/ })).toBeVisible({ timeout: 30_000 })
})
