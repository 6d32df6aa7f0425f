import { startProxy } from '#tests/support/proxy.ts'
import { venueClient } from '#tests/support/venue-client.ts'
import { axeInBothThemes } from './axe.ts'
import { listen } from './faults.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, codeMayCome, fillCode, logInByPage, newUser, ordersOf, tradePage } from './story.ts'

test('JOURNEY-6 the session ends during an order: one message, and a return to the same form', async ({
  page,
  app,
  seededUsers,
  complaints,
}) => {
  test.setTimeout(150_000)
  complaints.overlook = /net::ERR_|WebSocket connection to/
  const [seededUser] = seededUsers
  await using proxy = await startProxy(app.url)
  const { said, redirects } = await listen(page)
  await beginWith(page, seededUser)
  await page.goto(`${proxy.url}#/pages/trade/index`)
  const trade = tradePage(page)
  await expect(trade.available).toHaveText('10,000.00 USDT')
  await trade.reviewLimit('60000', '0.01')

  await test.step('the order is taken, its answer is lost, the login is ended elsewhere', async () => {
    proxy.mute()
    await trade.confirm.click()
    await expect.poll(async () => (await ordersOf(app.url, seededUser.token)).length).toBe(1)
    const { http } = await venueClient(app.url, seededUser.token).post('chat/sys/logout', {})
    expect(http).toBe(200)
    proxy.cut()
    proxy.restore()
  })

  await test.step('one message, one way to the login, the wish is kept', async () => {
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect.poll(() => said.filter((text) => text === 'Please log in.').length).toBe(1)
    expect(redirects).toHaveLength(1)
    expect(redirects[0]).toContain(encodeURIComponent('/pages/trade/index'))
    const intents = await page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([name]) => name.startsWith('kontor.wishes'))
        .map(([, text]) => JSON.parse(text).length),
    )
    expect(intents).toEqual([1])
  })

  await test.step('back on the trade page, with the form as it was and the wish settled', async () => {
    await codeMayCome(seededUser)
    await logInByPage(page, seededUser)
    await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
    await expect(trade.price).toHaveValue('60,000')
    await expect(trade.available).toHaveText('9,400.00 USDT')
    await expect
      .poll(() =>
        page.evaluate(
          () =>
            Object.entries(localStorage).filter(([name, text]) => name.startsWith('kontor.wishes') && text !== '[]')
              .length,
        ),
      )
      .toBe(0)
    expect(said.filter((text) => text === 'Please log in.')).toHaveLength(1)
    expect(redirects).toHaveLength(1)
  })
})

test('JOURNEY-7 a logout in one tab logs out all tabs', async ({ page, context, at, app }) => {
  const member = await newUser(app.url)
  const other = await context.newPage()
  for (const tab of [page, other]) await beginWith(tab, member)
  await other.goto(at('/pages/assets/index'))
  await expect(other.getByText('10,000').first()).toBeVisible()
  await page.goto(at('/pages/settings/account/index'))
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
  for (const tab of [page, other]) {
    await expect(tab.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await expect(tab.getByText('10,000')).toHaveCount(0)
  }
  expect(await page.evaluate(() => localStorage.getItem('kontor.session'))).toBeNull()
  const { body } = await member.venue.get('api/user/center')
  expect(String(body['type'])).toBe('999')
})

test('JOURNEY-8 the fund password is set, and a new login password ends the other logins', async ({
  page,
  at,
  app,
  seededUsers,
}) => {
  test.setTimeout(150_000)
  const [, seededUser] = seededUsers
  await beginWith(page, null)
  await page.goto(at('/pages/settings/security/index'))
  await codeMayCome(seededUser)
  await logInByPage(page, seededUser)

  await test.step('fund password', async () => {
    await page.getByRole('link', { name: /^Fund password/ }).click()
    await page.getByLabel('New fund password').fill('246813')
    await page.getByLabel('Confirm fund password').fill('246813')
    await fillCode(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('link', { name: /^Fund password.*Change$/ })).toBeVisible()
  })

  await test.step('login password', async () => {
    await page.getByRole('link', { name: /^Login password/ }).click()
    await page.getByLabel('Current password').fill(seededUser.password)
    await page.getByLabel('New password', { exact: true }).fill('secret-2')
    await page.getByLabel('Confirm new password').fill('secret-2')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Security centre' })).toBeVisible()
  })

  const { body } = await venueClient(app.url, seededUser.token).get('api/user/center')
  expect(String(body['type'])).toBe('999')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Security centre' })).toBeVisible()
})

/** As if nobody had touched this browser for two minutes. */
const leave = (page: Page) =>
  page.evaluate(() => {
    const mark = JSON.parse(localStorage.getItem('kontor.autoLock') ?? '')
    const { serverMs, deviceMs } = mark.touched
    localStorage.setItem(
      'kontor.autoLock',
      JSON.stringify({ ...mark, touched: { serverMs: serverMs - 120_000, deviceMs: deviceMs - 120_000 } }),
    )
  })
const lockOf = (page: Page) => page.getByRole('dialog', { name: 'Locked' })
/** All that assistive technology is told of the page. */
const told = (page: Page) => page.locator('body').ariaSnapshot()

test('JOURNEY-41 a browser that nobody touches locks in all its tabs; the password opens them with what was typed', async ({
  page,
  context,
  at,
  app,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.overlook = /status of 4\d\d/
  const member = await newUser(app.url)
  const other = await context.newPage()
  for (const tab of [page, other]) await beginWith(tab, member)

  await test.step('one minute is chosen', async () => {
    await page.goto(at('/pages/settings/security/index'))
    await page.getByRole('button', { name: /^Auto-lock/ }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'After 1 minute', exact: true }).click()
    await expect(page.getByRole('button', { name: /^Auto-lock/ })).toContainText('After 1 minute')
  })
  const trade = tradePage(page)
  await other.goto(at('/pages/assets/index'))
  await expect(other.getByText('10,000').first()).toBeVisible()
  await page.goto(at('/pages/trade/index'))
  await expect(trade.available).toHaveText('10,000.00 USDT')
  await trade.price.fill('60000')
  await trade.quantity.fill('0.01')

  await test.step('both tabs lock; nothing behind is seen, told or reached by keyboard', async () => {
    await leave(page)
    for (const tab of [page, other]) {
      await expect(lockOf(tab)).toBeVisible()
      await expect(tab.getByText('10,000').first()).toBeHidden()
      expect(await told(tab)).not.toMatch(/10,000|BTC|Assets/)
    }
    await expect(lockOf(page).getByLabel('Password', { exact: true })).toBeFocused()
    for (const key of ['Tab', 'Tab', 'Tab', 'Tab', 'Escape', 'Escape', 'b']) {
      await page.keyboard.press(key)
      expect(
        await page.evaluate(
          () =>
            document.activeElement === document.body ||
            document.activeElement?.closest('dialog')?.textContent.includes('Locked'),
        ),
      ).toBe(true)
    }
    await expect(lockOf(page)).toBeVisible()
    expect(await axeInBothThemes(page)).toEqual([])
  })

  await test.step('a reload is no way around it; a wrong password counts', async () => {
    await other.reload()
    await expect(lockOf(other)).toBeVisible()
    expect(await told(other)).not.toMatch(/10,000/)
    await lockOf(other).getByLabel('Password', { exact: true }).fill('wrong12')
    await lockOf(other).getByRole('button', { name: 'Unlock' }).click()
    await expect(lockOf(other).getByText('Wrong password. Tries left: 4.')).toBeVisible()
  })

  await test.step('the password in one tab opens both', async () => {
    await lockOf(page).getByLabel('Password', { exact: true }).fill(member.password)
    await lockOf(page).getByRole('button', { name: 'Unlock' }).click()
    for (const tab of [page, other]) await expect(lockOf(tab)).toHaveCount(0)
    await expect(trade.price).toHaveValue('60,000')
    await expect(trade.quantity).toHaveValue('0.01')
    await expect(trade.available).toHaveText('10,000.00 USDT')
    await expect(other.getByText('10,000').first()).toBeVisible()
  })

  await test.step('a sheet that is open is covered, and is there again; logging out is offered', async () => {
    await trade.reviewLimit('60000', '0.01')
    await leave(page)
    await expect(lockOf(page)).toBeVisible()
    await expect(trade.review).toBeHidden()
    await lockOf(page).getByRole('button', { name: 'Log out instead' }).click()
    for (const tab of [page, other]) await expect(tab.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
  })
})

test('JOURNEY-42 a passkey is added in the security centre, unlocks the browser, takes the place of the code at a login, and is removed', async ({
  page,
  at,
  app,
  complaints,
}) => {
  test.setTimeout(120_000)
  complaints.overlook = /status of 4\d\d/
  const member = await newUser(app.url)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await beginWith(page, member)
  const listed = page.getByRole('region', { name: 'Passkeys' })
  const sheet = page.getByRole('dialog')

  await test.step('added', async () => {
    await page.goto(at('/pages/settings/security/index'))
    await expect(listed.getByText('No passkeys yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await sheet.getByLabel('Name').fill('My phone')
    await sheet.getByLabel('Current password').fill(member.password)
    await sheet.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(listed.getByText('My phone')).toBeVisible()
    await expect(listed.getByText(/Never used/)).toBeVisible()
    expect((await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1)
    expect(await axeInBothThemes(page)).toEqual([])
  })

  await test.step('it unlocks this browser, and one that was closed leaves it locked', async () => {
    await page.getByRole('button', { name: /^Auto-lock/ }).click()
    await page.getByRole('dialog').getByRole('radio', { name: 'After 1 minute', exact: true }).click()
    await leave(page)
    await expect(lockOf(page).getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    expect(await axeInBothThemes(page)).toEqual([])
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await lockOf(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(lockOf(page).getByText('No passkey was used. You can try again or enter the password.')).toBeVisible()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await lockOf(page).getByRole('button', { name: 'Use a passkey' }).click()
    await expect(lockOf(page)).toHaveCount(0)
    await page.reload()
    await expect(listed.getByText(/Last used/)).toBeVisible()
  })

  await test.step('it takes the place of the code', async () => {
    await page.goto(at('/pages/settings/account/index'))
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    await page.getByRole('tab', { name: 'Email' }).click()
    await page.getByRole('textbox', { name: 'Email' }).fill(member.mail)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    expect(await axeInBothThemes(page)).toEqual([])
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByText('No passkey was used. You can try again or enter the code.')).toBeVisible()
    await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true })
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toHaveCount(0)
  })

  await test.step('removed', async () => {
    await page.goto(at('/pages/settings/security/index'))
    await expect(listed.getByText(/Last used/)).toBeVisible()
    await listed.getByRole('button', { name: 'Remove: My phone' }).click()
    await sheet.getByLabel('Current password').fill(member.password)
    await sheet.getByRole('button', { name: 'Remove' }).click()
    await expect(listed.getByText('No passkeys yet')).toBeVisible()
  })
})

test('JOURNEY-43 one tap freezes an account and ends every login; password and code open it again, where one was', async ({
  page,
  at,
  app,
}) => {
  const ann = await newUser(app.url)
  await beginWith(page, ann)
  await page.goto(at('/pages/settings/security/index'))
  await page.getByRole('button', { name: /^Freeze my account/ }).click()
  await page.getByRole('button', { name: 'Freeze now' }).click()
  await expect(page.getByText(/the account was locked/)).toBeVisible()
  const { body } = await venueClient(app.url, ann.token).get('api/user/center')
  expect(String(body['type'])).toBe('999')

  await page.getByRole('tab', { name: 'Email' }).click()
  await page.getByRole('textbox', { name: 'Email' }).fill(ann.mail)
  await page.getByLabel('Password', { exact: true }).fill(ann.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(page.getByText(/Your account is frozen since/)).toBeVisible()
  expect(await axeInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: /^Demo: fill in/ }).click()
  await page.getByRole('button', { name: 'Unfreeze and log in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security centre' })).toBeVisible()
})
