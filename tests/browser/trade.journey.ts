import { randomUUID } from 'node:crypto'
import { expect, test, type Page } from './kit.ts'
import { beginWith, fillCode, newUser, ordersOf, tradePage, turnTo, verified } from './story.ts'

const numberOf = (text: string) => Number(text.replace(/[^\d.]/g, ''))

test('JOURNEY-1 a new user registers, trades, cancels, reloads and changes the language', async ({ page, at, app }) => {
  const mail = `${randomUUID().slice(0, 8)}@kontor.test`
  await beginWith(page, null)

  await test.step('registers with a code', async () => {
    await page.goto(at('/pages/user/login/choose'))
    await page
      .getByRole('button', { name: 'Sign up with email' })
      .or(page.getByRole('link', { name: 'Sign up with email' }))
      .click()
    await page.getByRole('textbox', { name: 'Email' }).fill(mail)
    await fillCode(page)
    await page.getByLabel('I have read and accept the').check()
    await page.getByRole('button', { name: 'Next', exact: true }).click()
    await page.getByLabel('Password', { exact: true }).fill('Tides of 9 harbours')
    await page.getByRole('button', { name: 'Sign up', exact: true }).click()
  })
  await test.step('is logged in by that', () => expect(page).toHaveURL(/pages\/index\/index/))

  const { form, price, quantity, spend, kind, available, review, confirm, openReview, order, shelf } = tradePage(page)
  await test.step('a limit order rests, and is cancelled', async () => {
    await page.getByRole('link', { name: 'Spot', exact: true }).first().click()
    await expect(price).not.toHaveValue('')
    await expect(available).toHaveText('10,000.00 USDT')
    await price.fill('60000')
    await quantity.fill('0.01')
    await openReview()
    await expect(review).toContainText('600.00 USDT')
    await confirm.click()
    await expect(review).toContainText('Order placed')
    await review.getByRole('button', { name: 'Done' }).click()
    await expect(order('BTC/USDT Limit')).toContainText('Waiting')
    await expect(available).toHaveText('9,400.00 USDT')
    await test.step('its line is moved on the chart by keys', async () => {
      const unfold = page.getByRole('button', { name: 'Chart', exact: true })
      const isFolded = await unfold.isVisible()
      if (isFolded) await unfold.click()
      await page.getByRole('slider', { name: 'Buy order, 0.01 BTC, BTC/USDT' }).press('PageUp')
      await page.keyboard.press('Enter')
      const question = page.getByRole('dialog', { name: 'Buy BTC · Limit' })
      await expect(question).toContainText('60,000.00 → 60,001.00')
      await question.getByRole('button', { name: 'Move order' }).click()
      await expect(question.getByRole('heading', { name: 'Order moved' })).toBeVisible()
      await question.getByRole('button', { name: 'Done' }).click()
      if (isFolded) await unfold.click()
    })
    await expect(available).toHaveText('9,399.99 USDT')
    await order('BTC/USDT Limit').getByRole('button', { name: 'Cancel' }).click()
    await expect(order('BTC/USDT Limit')).toHaveCount(0)
    await expect(available).toHaveText('10,000.00 USDT')
  })

  await test.step('a market order fills', async () => {
    await kind.selectOption('market')
    await spend.fill('500')
    await form.getByRole('button', { name: 'Buy BTC' }).click()
    await confirm.click()
    await expect(review).toContainText('filled at')
    await review.getByRole('button', { name: 'Done' }).click()
    await expect.poll(async () => numberOf(await available.innerText())).toBeLessThan(9501)
    await shelf('History').click()
    await expect(order('BTC/USDT Market')).toBeVisible()
    await expect(order('BTC/USDT Limit')).toHaveText([/Cancelled by you/, /Cancelled by you/])
  })

  const left = await available.innerText()
  await test.step('after a reload everything is as it was', async () => {
    await page.reload()
    await expect(available).toHaveText(left)
    await shelf('History').click()
    await expect(order('BTC/USDT Market')).toHaveCount(1)
    await expect(order('BTC/USDT Limit')).toHaveCount(2)
  })

  await test.step('a change of language keeps what is typed', async () => {
    await kind.selectOption('limit')
    await price.fill('61234.5')
    await quantity.fill('0.025')
    await page.goto(at('/pages/settings/language/language'))
    await page.getByRole('radio', { name: '繁體中文' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', /^zh/)
    await page.goBack()
    await expect(page.getByRole('textbox').and(page.locator('[name=price]'))).toHaveValue('61,234.5')
    await expect(page.locator('[name=amount]')).toHaveValue('0.025')
    await page.goto(at('/pages/settings/language/language'))
    await page.getByRole('radio', { name: 'English' }).click()
    await page.goBack()
    await expect(price).toHaveValue('61,234.5')
    await expect(quantity).toHaveValue('0.025')
  })

  const token = await page.evaluate(() => JSON.parse(localStorage.getItem('kontor.session') ?? '{}').token)
  expect((await ordersOf(app.url, String(token))).map(({ status }) => status).toSorted()).toEqual([2, 3, 3])
})

const separator = (page: Page, name: string) => page.getByRole('separator', { name })
const widthOf = async (page: Page, id: string) => Math.round((await page.locator(`#${id}`).boundingBox())?.width ?? 0)
const heightOf = async (page: Page, id: string) => Math.round((await page.locator(`#${id}`).boundingBox())?.height ?? 0)
const middleOf = async (page: Page, name: string) => {
  const { x, y, width, height } = (await separator(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + width / 2, y: y + height / 2 }
}
/**
 * What does not fit: a page that scrolls, a dock with something wider than itself, two docks that overlap or leave a
 * hole.
 */
const tradeDocks = ['chartDock', 'bookDock', 'ordersDock', 'ticketDock', 'dealsDock']
const misfits = (page: Page, ids = tradeDocks) =>
  page.evaluate((names) => {
    const docks = names.map((id) => document.getElementById(id))
    const boxOf = (node: Element) => node.getBoundingClientRect()
    const wide = docks.flatMap((dock) =>
      [...(dock?.querySelectorAll('*') ?? [])]
        .filter((node) => {
          const isRow = node instanceof HTMLElement && getComputedStyle(node).overflowX !== 'visible'
          return (
            !isRow &&
            dock !== null &&
            boxOf(node).width > 0 &&
            boxOf(node).right > boxOf(dock).right + 1 &&
            node.closest('[role="tablist"], [role="radiogroup"], [role="img"]') === null
          )
        })
        .map((node) => `${dock?.id}: ${node.tagName} ${node.textContent.slice(0, 40)}`),
    )
    const page = document.querySelector('[data-scroller]')
    const scrolls = page !== null && page.scrollHeight > page.clientHeight ? ['the page scrolls'] : []
    const area = (nodes: readonly (Element | null)[]) =>
      nodes.reduce((sum, node) => sum + (node === null ? 0 : boxOf(node).width * boxOf(node).height), 0)
    const whole = document.getElementById('mainDock')?.parentElement ?? null
    const gaps = [...document.querySelectorAll('[role="separator"]')]
    const hole = area([whole]) - area(docks) - area(gaps)
    return [...wide, ...scrolls, ...(Math.abs(hole) > 2000 ? [`a hole of ${Math.round(hole)} px²`] : [])]
  }, ids)

/** Where a cell ends. */
const rightOf = async (cell: ReturnType<Page['locator']>) => {
  const { x, width } = (await cell.boundingBox()) ?? { x: 0, width: -1 }
  return Math.round(x + width)
}

test.describe('DOCK-3 on a desk', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: true })

  test('DOCK-3 chart, book, deals, ticket and orders are resized by mouse, finger and keys, and fill the page at every width', async ({
    page,
    at,
    app,
  }) => {
    await beginWith(page, await newUser(app.url))
    await page.goto(at('/pages/trade/index?market=BTC-USDT'))
    const book = separator(page, 'Width of the order book')
    const reset = page.getByRole('button', { name: 'Reset layout' })
    await expect(book).toBeVisible()
    await expect(reset).toHaveCount(0)

    await test.step('nothing is wider than its dock at any width, on both pages', async () => {
      for (const path of ['/pages/trade/index', '/pages/option/detail?product=lever']) {
        await turnTo(page, path)
        await expect(page.getByRole('region', { name: 'Order book' }).getByRole('button').first()).toBeVisible()
        for (const size of [
          { width: 1024, height: 768 },
          { width: 1280, height: 800 },
          { width: 1920, height: 1080 },
        ]) {
          await page.setViewportSize(size)
          await expect.poll(() => misfits(page), `${path} at ${size.width}`).toEqual([])
        }
      }
      await page.setViewportSize({ width: 1280, height: 800 })
      await turnTo(page, '/pages/trade/index')
    })

    await test.step('by mouse, and the same after a reload', async () => {
      await expect.poll(() => widthOf(page, 'bookDock')).toBe(250)
      const from = await middleOf(page, 'Width of the order book')
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x - 60, from.y, { steps: 6 })
      await page.mouse.up()
      await expect.poll(() => widthOf(page, 'bookDock')).toBe(310)
      await expect(reset).toBeVisible()
      await page.reload()
      await expect.poll(() => widthOf(page, 'bookDock')).toBe(310)
    })

    await test.step('by finger', async () => {
      const before = await heightOf(page, 'ordersDock')
      const { x, y } = await middleOf(page, 'Height of the orders')
      const line = await page.context().newCDPSession(page)
      await line.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
      for (const by of [10, 25, 40])
        await line.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y: y - by }] })
      await line.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect.poll(() => heightOf(page, 'ordersDock')).toBe(before + 40)
    })

    await test.step('by keys, to the ends and back', async () => {
      await book.focus()
      await page.keyboard.press('ArrowRight')
      await expect.poll(() => widthOf(page, 'bookDock')).toBeLessThan(310)
      const now = Number(await book.getAttribute('aria-valuenow'))
      expect(now).toBeGreaterThan(Number(await book.getAttribute('aria-valuemin')))
      await page.keyboard.press('End')
      await expect.poll(() => widthOf(page, 'bookDock')).toBe(190)
      await expect.poll(() => misfits(page)).toEqual([])
      await page.keyboard.press('Home')
      await expect.poll(() => widthOf(page, 'chartDock')).toBe(260)
      await expect.poll(() => misfits(page)).toEqual([])
      await page.keyboard.press('Enter')
      await expect.poll(() => widthOf(page, 'bookDock')).toBe(250)
    })

    await test.step('all at once', async () => {
      await expect(reset).toBeVisible()
      await reset.click()
      await expect.poll(() => heightOf(page, 'ordersDock')).toBe(220)
      await expect(reset).toHaveCount(0)
      await page.reload()
      await expect.poll(() => heightOf(page, 'ordersDock')).toBe(220)
    })
  })

  test('DOCK-6 round, form and stakes of the rounds are resized too, kept on this device, and given back', async ({
    page,
    at,
    app,
  }) => {
    const roundDocks = ['viewDock', 'ordersDock', 'sideDock']
    await beginWith(page, await newUser(app.url))
    await page.goto(at('/pages/option/detail?market=BTC-USDT&product=option'))
    const chart = page.getByRole('img', { name: /^Index in round/ })
    const reset = page.getByRole('button', { name: 'Reset layout' })
    await expect(chart).toBeVisible()
    for (const size of [
      { width: 1024, height: 768 },
      { width: 1920, height: 1080 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size)
      await expect.poll(() => misfits(page, roundDocks), `at ${size.width}`).toEqual([])
    }
    await expect
      .poll(async () => [await widthOf(page, 'sideDock'), await heightOf(page, 'ordersDock')])
      .toEqual([340, 240])
    await expect(reset).toHaveCount(0)
    const before = (await chart.boundingBox())?.height ?? 0
    for (const [name, dx, dy] of [
      ['Height of the orders', 0, 60],
      ['Width of the order form', -50, 0],
    ] as const) {
      const from = await middleOf(page, name)
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(from.x + dx, from.y + dy, { steps: 6 })
      await page.mouse.up()
    }
    await expect
      .poll(async () => [await widthOf(page, 'sideDock'), await heightOf(page, 'ordersDock')])
      .toEqual([390, 180])
    await expect.poll(async () => Math.round(((await chart.boundingBox())?.height ?? 0) - before)).toBe(60)
    await page.reload()
    await expect
      .poll(async () => [await widthOf(page, 'sideDock'), await heightOf(page, 'ordersDock')])
      .toEqual([390, 180])
    await turnTo(page, '/pages/option/detail?product=lever')
    await expect.poll(() => widthOf(page, 'sideDock')).toBe(300)
    await turnTo(page, '/pages/option/detail?product=option')
    await reset.click()
    await expect
      .poll(async () => [await widthOf(page, 'sideDock'), await heightOf(page, 'ordersDock')])
      .toEqual([340, 240])
    await expect(reset).toHaveCount(0)
    expect(await misfits(page, roundDocks)).toEqual([])
  })

  test('DOCK-4 orders and own trades are a table with the names above where their dock is wide enough, and cards where it is not', async ({
    page,
    at,
    app,
  }) => {
    const user = await newUser(app.url)
    const order = { legal_id: 3, currency_id: 1, type: 1 }
    await user.venue.post('api/coin/trade', { ...order, kind: 'market', amount: '0.01', target_price: '' })
    await user.venue.post('api/coin/trade', { ...order, kind: 'limit', amount: '0.002', target_price: '90000' })
    await beginWith(page, user)
    await page.goto(at('/pages/trade/index?market=BTC-USDT'))
    const { orders, shelf } = tradePage(page)
    const names = (word: string) => orders.locator('[aria-hidden="true"]').getByText(word, { exact: true })
    for (const [tab, name, cell] of [
      ['Open orders', 'Filled', '0 of 0.002 BTC'],
      ['History', 'Filled', '0.01 of 0.01 BTC'],
      ['My trades', 'Fee', /^0\.\d+ BTC$/],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await shelf(tab).click()
      const value = orders.getByRole('article').first().getByRole('definition').filter({ hasText: cell }).last()
      await expect(names(name)).toBeVisible()
      expect(await rightOf(value), tab).toBe(await rightOf(names(name)))
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), tab).toBe(0)
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect(names(name)).toBeHidden()
      await expect(value).toBeVisible()
    }
  })
  test('DOCK-5 contracts and stakes are a table with the names above where their dock is wide enough, and cards where it is not', async ({
    page,
    at,
    app,
  }) => {
    test.setTimeout(240_000)
    const user = await newUser(app.url)
    await verified(user.venue)
    const order = { legal_id: 3, currency_id: 1, type: 1, share: 1, multiple: 10 }
    for (const type of [1, 2]) await user.venue.post('api/lever/submit', { ...order, type, status: 1 })
    await user.venue.post('api/lever/submit', { ...order, status: 0, target_price: '60000' })
    const positions = (await user.venue.post('api/lever/my_trade', { status: 1 })).body['message']
    const short = Number(/"id":(\d+),"show_lever_id":\d+,"type":2/.exec(JSON.stringify(positions))?.[1])
    await user.venue.post('api/lever/close', { id: short })
    await beginWith(page, user)
    await page.goto(at('/pages/option/detail?market=BTC-USDT&product=lever'))
    const contracts = page.getByRole('region', { name: 'My contracts' })
    const heads = (list: typeof contracts, word: string) =>
      list.locator('[aria-hidden="true"]').getByText(word, { exact: true })
    for (const [tab, name, cell] of [
      ['Positions (1)', 'Margin', / USDT$/],
      ['Pending (1)', 'Limit price', /^60,000\.00$/],
      ['History', 'Fee', /^−0\.\d+ USDT$/],
    ] as const) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await contracts.getByRole('tab', { name: tab }).click()
      const named = page.locator('dt').getByText(name, { exact: true })
      const value = contracts.getByRole('article').first().locator('dl > div', { has: named }).locator('dd')
      await expect(value).toHaveText(cell)
      await expect(heads(contracts, name)).toBeVisible()
      await expect
        .poll(async () => (await rightOf(value)) - (await rightOf(heads(contracts, name))), { message: tab })
        .toBe(0)
      expect(await page.evaluate(() => document.documentElement.scrollHeight - innerHeight), tab).toBe(0)
      await page.setViewportSize({ width: 1024, height: 768 })
      await expect(heads(contracts, name)).toBeHidden()
      await expect(value).toBeVisible()
    }

    await page.setViewportSize({ width: 1280, height: 800 })
    const stake = { match_id: 1, currency_id: 3, type: 1, seconds: 60, number: '25' }
    await expect
      .poll(async () => (await user.venue.post('api/microtrade/submit', stake)).body['type'], { timeout: 90_000 })
      .toBe('ok')
    await turnTo(page, '/pages/option/detail?market=BTC-USDT&product=option')
    const stakes = page.getByRole('region', { name: 'My orders' })
    const row = stakes.getByRole('listitem').first()
    await expect(heads(stakes, 'Amount')).toBeVisible()
    expect(await rightOf(row.getByText('25.00 USDT'))).toBe(await rightOf(heads(stakes, 'Amount')))
    await page.setViewportSize({ width: 1024, height: 768 })
    await expect(heads(stakes, 'Amount')).toBeHidden()
    await expect(row).toContainText('25.00 USDT')
  })
})
