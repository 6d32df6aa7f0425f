import { startApp, type App } from '#tests/support/app.ts'
import { fieldOf, type VenueClient } from '#tests/support/venue-client.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, countdownOn, newUser, roundMs, roundPage, verified } from './story.ts'

const lost = /net::ERR_|WebSocket connection to|the server responded with a status of 50\d/
/** Buying ends this long before the close, on the server and on the page. */
const lockMs = 20_000
const marginMs = 1000

type Sample = { readonly at: number; readonly label: string; readonly left: number; readonly words: string }

/** Records the displayed round and all messages four times a second. */
const watchWords = (page: Page) =>
  page.evaluate(() => {
    const heard: Sample[] = []
    Object.assign(window, { heard })
    setInterval(() => {
      const ring = document.querySelector('[role="timer"]')
      const left = Number.parseInt(ring?.querySelector('[aria-hidden="true"]:not(svg)')?.textContent ?? '', 10)
      const said = [
        ...document.querySelectorAll('[role="status"], [role="alert"], dialog[open], section[aria-label="My orders"]'),
      ].map((each) => each.textContent)
      heard.push({ at: Date.now(), label: ring?.getAttribute('aria-label') ?? '', left, words: said.join(' | ') })
    }, 250)
  })
const isSamples = (value: unknown): value is readonly Sample[] => Array.isArray(value)
const heardBy = async (page: Page) => {
  const heard: unknown = await page.evaluate(() => Object.entries(window).find(([name]) => name === 'heard')?.[1])
  return isSamples(heard) ? heard : []
}

const rowsOf = (value: unknown, name: string): readonly unknown[] => {
  const rows = fieldOf(value, name)
  return Array.isArray(rows) ? rows : []
}
const stakesOf = async (venue: VenueClient) => rowsOf((await venue.get('api/microtrade/lists')).body['message'], 'data')
/** The bookings of options: kind and amount. */
const bookOf = async (venue: VenueClient) => {
  const { body } = await venue.post('api/wallet/legal_log', { currency: 3, type: 4, limit: 50 })
  return rowsOf(body['message'], 'list')
    .map((line) => ({ type: Number(fieldOf(line, 'type')), value: Number(fieldOf(line, 'value')) }))
    .filter(({ type }) => [501, 502, 1003].includes(type))
}
const freeOf = async (venue: VenueClient) => {
  const coins = (await venue.get('api/microtrade/payable_currencies')).body['message']
  const coin: unknown = Array.isArray(coins) ? coins.find((each: unknown) => fieldOf(each, 'id') === 3) : null
  return Number(fieldOf(fieldOf(coin, 'user_wallet'), 'micro_balance'))
}

/** Kills and restarts the server; the following checks are due within five seconds. */
const die = async (app: App) => {
  await app.kill()
  await app.start()
}

test('JOURNEY-14 the server is killed in each phase of a round: the countdown is correct at once, and the stake is settled once', async ({
  page,
  complaints,
}) => {
  test.setTimeout(300_000)
  complaints.overlook = lost
  await using app = await startApp()
  const member = await newUser(app.url)
  const { venue } = member
  await verified(venue)
  await beginWith(page, member)
  await page.goto(`${app.url}#/pages/option/detail?market=BTC-USDT&product=option`)
  const { amount, review, stake, reach, confirm } = roundPage(page)
  await reach(28)
  const before = await freeOf(venue)
  await amount.fill('25')
  await confirm()
  await review.getByRole('button', { name: 'Done' }).click()
  await expect(stake).toContainText('25.00 USDT')
  // Without its entry price, which comes two seconds after the purchase, a stake is rightly voided by a restart.
  await expect
    .poll(async () => fieldOf((await stakesOf(venue))[0], 'open_price'), { timeout: 8000, intervals: [200] })
    .not.toBeNull()
  const [bought] = await stakesOf(venue)
  const [no, close] = [Number(fieldOf(bought, 'round_no')), Number(fieldOf(bought, 'close_ms'))]
  await watchWords(page)

  /** The actual number, phase and seconds. */
  const isRight = async () => {
    const { label, left } = await countdownOn(page)
    const now = Date.now()
    const round = no + Math.ceil((now - close) / roundMs)
    const closeMs = close + (round - no) * roundMs
    const isOpen = label === 'Buying ends in'
    const rest = ((isOpen ? closeMs - lockMs - marginMs : closeMs) - now) / 1000
    const isNamed = await page.getByRole('heading', { name: `Round ${round}`, exact: true }).isVisible()
    return isNamed && isOpen === now < closeMs - lockMs - marginMs && Math.abs(rest - left - 0.5) < 1.5
  }
  const soonRight = () => expect.poll(isRight, { timeout: 5000, intervals: [100] }).toBe(true)
  /**
   * The page shows what the venue holds: the stake, or none because a start that took too long has voided its round.
   */
  const isTrue = async () => {
    const [row] = await stakesOf(venue)
    const isOver = fieldOf(row, 'status') === 3
    await expect(stake).toHaveCount(isOver ? 0 : 1)
    if (!isOver) await expect(stake).toContainText('25.00 USDT')
    return !isOver
  }
  const comes = (ms: number) =>
    expect.poll(() => Date.now(), { timeout: roundMs, intervals: [50] }).toBeGreaterThanOrEqual(ms)

  let stands = true
  await test.step('while it is open', async () => {
    await die(app)
    await soonRight()
    await expect(stake).toContainText('25.00 USDT')
  })
  await test.step('while it is locked', async () => {
    await comes(close - lockMs + 1500)
    await die(app)
    await soonRight()
    stands = await isTrue()
  })
  await test.step('over the close', async () => {
    await comes(close - 300)
    await app.kill()
    await comes(close + 500)
    const early = !stands
      ? []
      : (await heardBy(page)).filter(({ words }) =>
          /Right|Wrong|Draw|Void|settled|No open orders|log in|could not|failed/i.test(words),
        )
    expect(early).toEqual([])
    await app.start()
    await soonRight()
    await expect(stake).toHaveCount(0)
  })

  await test.step('it is settled once, and the page says what the venue did', async () => {
    const [ended, ...others] = await stakesOf(venue)
    expect(others).toEqual([])
    expect(fieldOf(ended, 'status')).toBe(3)
    const isVoid = fieldOf(ended, 'void_reason') !== null
    const told = page.getByText(
      isVoid ? `Round ${no}: void, everything was returned` : new RegExp(`^Round ${no} settled`),
    )
    await expect(told).toBeVisible()
    const book = await bookOf(venue)
    const payout = Number(fieldOf(fieldOf(ended, 'receipt'), 'payout'))
    const won = payout - Number(fieldOf(ended, 'number')) - Number(fieldOf(ended, 'fee'))
    // A hold that is released is not a booking.
    expect(book.map(({ value }) => value)).toEqual(won === 0 ? [] : [won])
    expect(await freeOf(venue)).toBe(before + won)
    await die(app)
    expect([await bookOf(venue), await freeOf(venue)]).toEqual([book, before + won])
    const tooMuch = (await heardBy(page)).filter(({ at, label, left }) => {
      const toClose = (close + Math.ceil((at - close) / roundMs) * roundMs - at) / 1000
      const rest = label === 'Buying ends in' ? toClose - (lockMs + marginMs) / 1000 : toClose
      // A frame is shown for one second; at a change of phase there is nothing to compare.
      return rest > 2 && left > rest + 1.2
    })
    expect(tooMuch).toEqual([])
  })
})
