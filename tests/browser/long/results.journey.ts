import { position, type Position } from '#contract/lever/lever-position.ts'
import { optionOrder, type OptionOrder } from '#contract/option/option.ts'
import { netOfPosition, netOfRound } from '#contract/pnl.ts'
import { decode } from '#contract/wire/coded.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { pricesAt } from '#tests/support/read-numbers.ts'
import { fieldOf, type VenueClient } from '#tests/support/venue-client.ts'
import { expect, test } from '../kit.ts'
import { roundPage, tradePage } from '../story.ts'
import { byHand } from './otc-cast.ts'
import { sellerAndBuyer } from './otc-people.ts'
import { sendPacket } from './traded.ts'
import { desk, phone, shown, sideOf, statementOf, type Side, type Statement } from './results-cast.ts'

const usdt = 'USDT'
const gainText = (text: string) => shown.gain(text, usdt)
const sumOf = (texts: readonly string[]) => formatDec(texts.reduce((sum, text) => sum + parseDec(text), 0n))
const negated = (text: string) => formatDec(-parseDec(text))
const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Closed contracts, newest first. */
const closedOf = async (venue: VenueClient): Promise<readonly Position[]> => {
  const { body } = await venue.post('api/lever/my_trade', { status: 3, limit: 50 })
  return listIn(fieldOf(fieldOf(body['message'], 'message'), 'data')).flatMap((row) => {
    const read = decode(position, row)
    return read.success ? [read.data] : []
  })
}
const settledOf = async (venue: VenueClient): Promise<readonly OptionOrder[]> => {
  const { body } = await venue.get('api/microtrade/lists?status=3')
  return listIn(fieldOf(body['message'], 'data')).flatMap((row) => {
    const read = decode(optionOrder, row)
    return read.success ? [read.data] : []
  })
}
const newestOrder = async ({ venue }: Side) => {
  const [order] = listIn((await venue.get('api/coin/list?limit=1')).body['message'])
  const of = (name: string) => String(fieldOf(order, name))
  return { id: of('id'), amount: of('filled_amount'), total: of('filled_total'), mean: of('trade_price') }
}

/** A purchase and a sale: the mean of each, and the result of the sale. */
async function tradeSpot(side: Side) {
  const { page, to, read, file } = side
  const { form, kind, spend, quantity, review, shelf, order } = tradePage(page)
  for (const [word, deed] of [
    ['Buy', () => spend.fill('777.77')],
    ['Sell', () => quantity.fill('0.003333')],
  ] as const)
    await test.step(`${word}, in sheet, history, file and notification`, async () => {
      await to('/pages/trade/index?market=BTC-USDT')
      await form.getByRole('radio', { name: word }).check({ force: true })
      await kind.selectOption('market')
      await deed()
      await form.getByRole('button', { name: `${word} BTC` }).click()
      await read()
      await review.getByRole('button', { name: /^Confirm/ }).click()
      await expect(review).toContainText('filled at')
      const { id, amount, total, mean } = await newestOrder(side)
      const price = shown.price(mean, 2)
      await expect(review).toContainText(price)
      await read()
      await review.getByRole('button', { name: 'Done' }).click()
      await shelf('History').click()
      await expect(order('BTC/USDT Market').first()).toContainText(price)
      await read()
      await shelf('My trades').click()
      const fills = (await file()).split('\r\n').map((line) => line.split(','))
      expect(sumOf(fills.filter((cells) => cells[9] === id).map((cells) => cells[5] ?? ''))).toBe(total)
      await read()
      await side.expectNotified(`${word === 'Buy' ? 'Bought' : 'Sold'} ${amount} BTC at ${price}`)
    })
  await test.step('the result of the sale, at the coin and in the statement', async () => {
    const result = (await statementOf(side)).of('spot')
    expect(result).not.toBe('0')
    await to('/pages/assets/tradeAccount?currency=1&account=change')
    await expect(page.getByRole('region', { name: 'Cost basis' })).toContainText(gainText(result))
    await read()
  })
}

/** Two stops so close to the mark that one of them is met soon. */
const setNearStops = async ({ venue }: Side, id: number) => {
  const mark = async () =>
    Number(fieldOf((await venue.post('api/lever/deal', { legal_id: 3, currency_id: 1 })).body['message'], 'mark'))
  const set = async () => {
    const now = await mark()
    const stops = { target_profit_price: (now * 1.0001).toFixed(2), stop_loss_price: (now * 0.9999).toFixed(2) }
    return (await venue.post('api/lever/setstop', { id, ...stops })).body['type']
  }
  await expect.poll(set).toBe('ok')
}

/** A contract, closed in part by its owner and for the rest by a stop. */
async function tradeContract(side: Side) {
  const { page, venue, to, read, file, toasts } = side
  const contract = page.getByRole('article', { name: 'BTC/USDT Long 10×' })
  await to('/pages/lever/index?market=BTC-USDT')
  await page.getByRole('form', { name: 'Order form' }).getByRole('textbox', { name: 'Lots' }).fill('3')
  await page.getByRole('button', { name: 'Open long' }).click()
  const review = page.getByRole('dialog', { name: /^(?:Review contract|Contract opened)$/ })
  await read()
  await review.getByRole('button', { name: 'Confirm long' }).click()
  await expect(review.getByRole('heading', { name: 'Contract opened' })).toBeVisible()
  await read()
  await review.getByRole('button', { name: 'Done' }).click()
  await contract.getByRole('button', { name: 'Close', exact: true }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'Lots to close' }).fill('1')
  await read()
  await sheet.getByRole('button', { name: 'Close 1 lot' }).click()
  const final = async () => (await closedOf(venue)).filter(({ settles_ms }) => settles_ms === undefined)
  await expect.poll(async () => (await final()).length).toBe(1)
  const open = await venue.post('api/lever/deal', { legal_id: 3, currency_id: 1 })
  const [rest] = listIn(fieldOf(open.body['message'], 'my_transaction'))
  await setNearStops(side, Number(fieldOf(rest, 'id')))
  await expect.poll(async () => (await final()).length, { timeout: 120_000 }).toBe(2)
  const closed = await final()
  const nets = closed.map(netOfPosition)
  await test.step('both results, in toasts, history, share, file, notification and statement', async () => {
    await expect
      .poll(async () => (await toasts()).filter((text) => nets.some((net) => text.endsWith(gainText(net)))).length)
      .toBeGreaterThanOrEqual(2)
    await page.getByRole('tab', { name: 'History' }).click()
    for (const net of nets) await expect(contract.filter({ hasText: gainText(net) }).first()).toBeVisible()
    await contract.first().getByRole('button', { name: 'Share picture' }).click()
    const percent = /[+−][\d.]+%/.exec(await contract.first().innerText())?.[0] ?? 'no percent'
    await expect(page.getByRole('img', { name: /BTC\/USDT, Long 10×/ })).toHaveAccessibleName(
      new RegExp(percent.replace('+', '\\+')),
    )
    await read()
    await page.keyboard.press('Escape')
    const saved = await file()
    for (const net of nets) expect(saved).toContain(`,${net},`)
    const stopped = closed.filter(({ close_reason }) => close_reason !== 'user').map(netOfPosition)
    await side.expectNotified(`on BTC/USDT: ${gainText(stopped.join())}`)
    expect((await statementOf(side)).of('lever')).toBe(sumOf(nets))
  })
}

/** A stake, and what the round made of it. */
async function stakeOnRound(side: Side) {
  const { page, venue, to, read, file } = side
  const { amount, reach, confirm, review, shelf } = roundPage(page)
  await to('/pages/option/detail?market=BTC-USDT&product=option')
  await reach(28)
  await amount.fill('12.34')
  await confirm()
  await read()
  await review.getByRole('button', { name: 'Done' }).click()
  await expect.poll(async () => (await settledOf(venue)).length, { timeout: 120_000 }).toBe(1)
  const [order] = await settledOf(venue)
  const net = order === undefined ? '' : netOfRound(order)
  const text = gainText(net)
  await expect(page.getByRole('status').filter({ hasText: text }).first()).toBeVisible()
  await read()
  if (await page.getByRole('dialog').isVisible()) await page.keyboard.press('Escape')
  await shelf('History').click()
  const row = page.getByRole('button', { name: /^Up, round \d+: details$/ })
  await expect(row).toContainText(text)
  expect(await file()).toContain(`,${net},`)
  await row.click()
  await expect(page.getByRole('dialog')).toContainText(text)
  await read()
  await page.keyboard.press('Escape')
  await side.expectNotified(order?.profit_result === 'draw' ? 'Round drawn' : `on BTC/USDT: ${text}`)
  expect((await statementOf(side)).of('option')).toBe(net)
}

/** Coins exchanged back: what they bring, and what they had gained. */
async function exchange(side: Side) {
  const { page, to, read } = side
  const before = await statementOf(side)
  await to('/pages/assets/transfersd/index')
  await page.getByRole('button', { name: 'Swap coins' }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill('0.00123457')
  await expect(page.getByRole('timer').first()).toBeVisible()
  await page.getByRole('button', { name: 'Review exchange' }).click()
  const sheet = page.getByRole('dialog')
  const row = sheet
    .locator('div')
    .filter({ has: page.getByText('You receive', { exact: true }) })
    .last()
  const received = /[\d.,]+ USDT/.exec(await row.innerText())?.[0] ?? 'nothing'
  await read()
  await sheet.getByRole('button', { name: 'Exchange now' }).click()
  await expect(sheet.getByRole('heading', { name: 'Exchanged' })).toBeVisible()
  await expect(sheet).toContainText(received)
  await read()
  await sheet.getByRole('button', { name: 'Done' }).click()
  const after = await statementOf(side)
  await to('/pages/assets/tradeAccount?currency=1&account=change')
  await expect(page.getByRole('region', { name: 'Cost basis' })).toContainText(
    gainText(sumOf([after.of('spot'), after.of('exchange')])),
  )
  expect([after.of('spot'), after.difference]).toEqual([before.of('spot'), '0'])
  await read()
}

/** An amount hosted and redeemed early at a cost, and one put into a plan. */
async function putToWork(side: Side) {
  const { page, to, read } = side
  const before = await statementOf(side)
  await to('/pages/finance/buyPage?id=2')
  await page.getByRole('textbox', { name: 'Amount' }).fill('123.456789')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Review / }).click()
  await read()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('button', { name: /^Host / }).click()
  await read()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Redeem early' }).click()
  await read()
  const cost = /−[\d.,]+ USDT/.exec(await sheet.innerText())?.[0] ?? 'nothing'
  await sheet.getByRole('button', { name: /^Redeem and get/ }).click()
  await expect(sheet.getByRole('heading', { name: 'Redeemed' })).toBeVisible()
  await read()
  await sheet.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('tab', { name: 'Redeemed' }).click()
  await expect(page.getByRole('article').filter({ hasText: cost })).toBeVisible()
  await read()
  const expense = sumOf([(await statementOf(side)).of('expense'), negated(before.of('expense'))])
  expect(gainText(expense)).toBe(cost)
  await to('/pages/template/detail?id=first-steps')
  await page.getByRole('textbox', { name: 'Amount' }).fill('33.333333')
  await page.getByRole('button', { name: /^Review / }).click()
  await read()
  await sheet.getByRole('button', { name: /^Put in / }).click()
  await expect(sheet.getByRole('heading', { name: 'Joined' })).toBeVisible()
  await read()
  await sheet.getByRole('button', { name: 'Done' }).click()
}

/** One sells coins to the other for money. */
async function tradeWithEachOther(one: Side, other: Side, ad: string) {
  const before = await Promise.all([statementOf(one), statementOf(other)])
  const taken = await other.venue.post('api/trade/trade', { id: ad, means: 'money', value: '66.66', way: 'bank' })
  const order = `/pages/otc/detail?id=${String(fieldOf(taken.body['message'], 'id'))}`
  await other.to(order)
  await one.to(order)
  await byHand.pay(other.page)
  await expect(one.page.getByRole('heading', { name: 'Check your account' })).toBeVisible()
  await one.read()
  await byHand.release(one.page)
  for (const [side, booked] of [
    [one, ['−66.66 USDT', 'Fee−0.07 USDT']],
    [other, ['+66.66 USDT']],
  ] as const) {
    await expect(side.page.getByRole('heading', { name: /^Completed/ })).toBeVisible()
    for (const text of booked) await expect(side.page.getByRole('region', { name: 'Booked' })).toContainText(text)
    await side.read()
    await side.expectNotified('66.66 USDT')
  }
  const [seller, buyer] = await Promise.all([statementOf(one), statementOf(other)])
  const moved = (now: Statement, was: Statement | undefined, name: string) =>
    sumOf([now.of(name), negated(was?.of(name) ?? '0')])
  expect([moved(seller, before[0], 'flow'), moved(seller, before[0], 'expense')]).toEqual(['-66.66', '-0.06666'])
  expect([moved(buyer, before[1], 'flow'), moved(buyer, before[1], 'expense')]).toEqual(['66.66', '0'])
}

/** A packet of which the other takes a share. */
async function sharePacket(one: Side, other: Side) {
  const { page, to, read } = other
  const group = await sendPacket(one, other)
  await to(`/pages/chat/chat/chatGroup/chatting?chatGroupId=${String(group)}`)
  const bubble = page.getByRole('button', { name: /^Best wishes/ })
  await bubble.click()
  const sheet = page.getByRole('dialog', { name: 'Red packet' })
  await sheet.getByRole('button', { name: 'Open', exact: true }).click()
  const share = /[\d.]+ USDT/.exec(await sheet.getByRole('status').filter({ hasText: usdt }).innerText())?.[0] ?? ''
  await read()
  await page.keyboard.press('Escape')
  await expect(bubble).toHaveText(/^Best wishes ?Received/)
  await to('/pages/chat/chat/chatGroupList?tab=account')
  await expect(page.getByRole('button', { name: /^Red packet/ })).toContainText(`+${share.replace(' USDT', '')}`)
  await read()
}

/** A statement adds up to the last digit, on the page and in its file. */
async function readStatement(side: Side) {
  const { page, to, read, file } = side
  await to('/pages/assets/statement')
  const statement = page.getByRole('region', { name: 'Statement' })
  const line = (name: string) => statement.locator('dl > div').filter({ hasText: new RegExp(`^${name}`) })
  const told = await statementOf(side)
  await expect(line('Difference')).toContainText('0.00')
  for (const [name, key] of [
    ['Spot', 'spot'],
    ['Contracts', 'lever'],
    ['Options', 'option'],
    ['Expense', 'expense'],
  ] as const)
    await expect(line(name)).toContainText(shown.sum(told.of(key), usdt, 'gain'))
  expect(told.difference).toBe('0')
  expect(await file()).toContain('Difference,0\r\n')
  await read()
}

test('PNL-2 FORMAT-8 two people use every product, one on a phone, one on a desk: each result reads the same everywhere; phone only', async ({
  browser,
  app,
}) => {
  test.setTimeout(900_000)
  const { ann, ben, ad } = await sellerAndBuyer(app.url)
  const world = { browser, url: app.url, prices: await pricesAt(app.url) }
  await using one = await sideOf(world, ann, phone)
  await using other = await sideOf(world, ben, desk)
  for (const side of [one, other]) {
    await tradeSpot(side)
    await tradeContract(side)
    await stakeOnRound(side)
    await exchange(side)
    await putToWork(side)
  }
  await tradeWithEachOther(one, other, ad)
  await sharePacket(one, other)
  for (const side of [one, other]) {
    await readStatement(side)
    expect([...side.faults]).toEqual([])
  }
})
