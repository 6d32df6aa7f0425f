import { answer, type Call, type Fate } from '#tests/support/proxy-http.ts'
import { faultyTrade, isOrderCall, storedIntents, lost } from './faults.ts'
import { expect, test } from './kit.ts'
import { expectTrueBook } from './story.ts'

const orders = 8
const worst = 0.4

const sharesOf = (seed: number) => {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
const oops = answer(500, '<h1>oops</h1>', { 'content-type': 'text/html' })
const fates: readonly Fate[] = [
  'lostBefore',
  'lostAfter',
  'cutWithin',
  { instead: oops },
  { rewrite: () => oops },
  { rewrite: () => answer(200) },
  { instead: answer(502) },
  { instead: answer(200, '{"type":"ok"') },
  { rewrite: () => answer(504) },
]

test('CF11 CF12 CF14 eight orders while 40 % of the calls fail and connections drop: every outcome matches the server', async ({
  page,
  app,
  complaints,
}, { annotations }) => {
  complaints.overlook = lost
  test.setTimeout(240_000)
  const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  annotations.push({ type: 'seed', description: String(seed) })
  const share = sharesOf(seed)
  await using story = await faultyTrade(page, app.url)
  const { proxy, trade } = story
  const fateOf = async ({ path }: Call): Promise<Fate> => {
    if (!path.startsWith('/api/') || share() > worst) return 'pass'
    await new Promise((settle) => setTimeout(settle, share() * 300))
    return fates[Math.floor(share() * fates.length)] ?? 'pass'
  }
  const placed: string[] = []
  for (let each = 0; each < orders; each += 1) {
    const price = String(50_000 + each)
    proxy.restore()
    await trade.reviewLimit(price, '0.001')
    await expect(trade.confirm).not.toHaveAttribute('aria-disabled', 'true')
    proxy.judge(fateOf)
    await trade.confirm.click()
    if (share() < 0.3) proxy.frames.last().cut()
    const verdict = trade.review.getByText(/^(?:Order placed|Not carried out)$/)
    await expect(verdict, `seed ${seed}, order ${each}`).toBeVisible({ timeout: 60_000 })
    if ((await verdict.innerText()) === 'Order placed') placed.push(price)
    const there = (await story.orders()).map(({ target_price }) => String(Number(target_price))).toSorted()
    expect(there, `seed ${seed}, order ${each}`).toEqual(placed.toSorted())
    await trade.review
      .getByRole('button', { name: /^(?:Done|Close)$/ })
      .last()
      .click()
  }
  proxy.restore()
  const sent = proxy.calls.filter(isOrderCall)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(orders)
  expect(await storedIntents(page)).toBe(0)
  await expect(trade.order('BTC/USDT Limit')).toHaveCount(placed.length, { timeout: 30_000 })
  await expectTrueBook(page, app.url)
})
