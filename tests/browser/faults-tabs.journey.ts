import { startHttpProxy } from '#tests/support/proxy-http.ts'
import { strangerAt } from '#tests/support/venue-client.ts'
import { isOrderCall, listen, loggedOut, lost } from './faults.ts'
import { expect, test } from './kit.ts'
import { beginWith, logInByPage, newUser, ordersOf, tradePage } from './story.ts'

test('CF10 CF21 two tabs: one account logs out of both, another logs in to both, and late replies to the first are ignored', async ({
  page,
  context,
  app,
  complaints,
}) => {
  complaints.overlook = lost
  await using proxy = await startHttpProxy(app.url)
  const ann = await newUser(app.url)
  const ben = await strangerAt(app.url)
  await ann.venue.post('api/coin/trade', {
    legal_id: 3,
    currency_id: 1,
    type: 1,
    kind: 'limit',
    amount: '0.01',
    target_price: '60000',
  })
  const { said } = await listen(page)
  const other = await context.newPage()
  for (const tab of [page, other]) await beginWith(tab, ann)
  const trade = tradePage(page)
  await page.goto(`${proxy.url}#/pages/trade/index`)
  await expect(trade.available).toHaveText('9,400.00 USDT')
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(1)
  await other.goto(`${proxy.url}#/pages/settings/account/index`)
  await expect(other.getByRole('button', { name: 'Log out' })).toBeVisible()

  await test.step('who leaves in one has left the other', async () => {
    const late: (() => void)[] = []
    proxy.judge(({ path, token }) => {
      if (token !== ann.token || !path.startsWith('/api/') || path.startsWith('/api/user/logout')) return 'pass'
      // A browser opens six connections to one host: some have to be left for who logs in next.
      return late.length < 3 ? new Promise((settle) => late.push(() => settle({ instead: loggedOut }))) : 'lostBefore'
    })
    // Without a connection this tab polls everything with a session that is about to end.
    proxy.frames.wires[0]?.cut()
    await expect.poll(() => late.length).toBeGreaterThan(1)
    await other.getByRole('button', { name: 'Log out' }).click()
    await other.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
    // Every reply to this tab is held: only the other tab can have told it.
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible()
    await expect(page.getByText('9,400')).toHaveCount(0)

    await logInByPage(other, ben)
    await expect(trade.available).toHaveText('10,000.00 USDT')
    for (const answer of late) answer()
    proxy.restore()
  })

  await test.step('the other account is here, in both, and nothing of the first', async () => {
    await other.goto(`${proxy.url}#/pages/trade/index`)
    for (const tab of [page, other]) {
      const shown = tradePage(tab)
      await expect(shown.available).toHaveText('10,000.00 USDT')
      await expect(shown.price).not.toHaveValue('')
      await expect(shown.order('BTC/USDT Limit')).toHaveCount(0)
    }
    expect(said).not.toContain('Please log in.')
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('kontor.session'))),
    ).toHaveLength(1)
  })

  await test.step('the same order in both is two wishes', async () => {
    const tabs = [tradePage(page), tradePage(other)]
    for (const tab of tabs) await tab.reviewLimit('60000', '0.01')
    await Promise.all(tabs.map((tab) => tab.confirm.click()))
    for (const tab of tabs) {
      await expect(tab.review).toContainText('Order placed')
      await tab.review.getByRole('button', { name: 'Done' }).click()
      await expect(tab.order('BTC/USDT Limit')).toHaveCount(2)
      await expect(tab.available).toHaveText('8,800.00 USDT')
    }
    expect(new Set(proxy.calls.filter(isOrderCall).map(({ key }) => key)).size).toBe(2)
    const token = await page.evaluate(() => JSON.parse(localStorage.getItem('kontor.session') ?? '{}').token)
    expect(await ordersOf(app.url, String(token))).toHaveLength(2)
    expect(await ordersOf(app.url, ann.token).catch(() => 'over')).toBe('over')
  })
})
