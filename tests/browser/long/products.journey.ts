import { followPaths } from '#src/lib/paths/follow.ts'
import { launchPaths } from '#src/lib/paths/launch.ts'
import { miningPaths } from '#src/lib/paths/mining.ts'
import { lost } from '#tests/browser/faults.ts'
import { expect, test, type Page } from '#tests/browser/kit.ts'
import { beginWith, newUser } from '#tests/browser/story.ts'
import { startApp } from '#tests/support/app.ts'
import { startProxy } from '#tests/support/proxy.ts'
import { fieldOf, type VenueClient } from '#tests/support/venue-client.ts'

/** The rows of a list, however its call wraps them. */
const rowsOf = async (venue: VenueClient, path: string, name = 'list') => {
  const { body } = await venue.get(path)
  const found = [body['message'], body['data'], body].map((each) => fieldOf(each, name)).find(Array.isArray)
  if (found === undefined) throw new Error(`${path}: ${JSON.stringify(body).slice(0, 300)}`)
  return found.map((row: unknown) => row)
}
const textOf = (row: unknown, name: string) => String(fieldOf(row, name))

type Product = {
  /** Opens the review of a purchase. */
  readonly review: (page: Page, base: string, venue: VenueClient) => Promise<void>
  readonly confirm: RegExp
  readonly done: string
  /** How many the account has of it. */
  readonly count: (venue: VenueClient) => Promise<number>
}
const products: Readonly<Record<string, Product>> = {
  'a new coin is subscribed to': {
    review: async (page, base, venue) => {
      const [open] = (await rowsOf(venue, 'api/lh/send/config?limit=50', 'config_list').catch(() => [])).filter(
        (row) => textOf(row, 'symbol') === 'ARC' || textOf(row, 'name').includes('ARC'),
      )
      await page.goto(`${base}#${launchPaths.launchPurchaseOf(Number(open === undefined ? 1 : textOf(open, 'id')))}`)
      await page.getByRole('textbox', { name: 'You pay' }).fill('100')
      await page.getByRole('button', { name: 'Review subscription' }).click()
    },
    confirm: /^Submit$/,
    done: 'Subscription submitted',
    count: async (venue) => (await rowsOf(venue, 'api/lh/send/order_list', 'order_list')).length,
  },
  'a plan is joined': {
    review: async (page, base, venue) => {
      const [plan] = (await rowsOf(venue, 'api/project/projectList')).filter(
        (row) => textOf(row, 'currency_name') === 'USDT',
      )
      await page.goto(`${base}#${followPaths.planOf(textOf(plan, 'id'))}`)
      await page.getByRole('textbox', { name: 'Amount' }).fill(textOf(plan, 'min_amount'))
      await page.getByRole('button', { name: /^Review / }).click()
    },
    confirm: /^Put in /,
    done: 'Joined',
    count: async (venue) => (await rowsOf(venue, 'api/project/record')).length,
  },
  'coins are pledged': {
    review: async (page, base, venue) => {
      const [pool] = (await rowsOf(venue, 'api/pledge/miner')).filter((row) => textOf(row, 'currency_name') === 'USDT')
      await page.goto(`${base}#${miningPaths.pledges}`)
      await page
        .getByRole('region', { name: textOf(pool, 'name') })
        .getByRole('button', { name: 'Pledge', exact: true })
        .click()
      await page.getByRole('textbox', { name: 'Amount' }).fill(textOf(pool, 'min_amount'))
      await page.getByRole('button', { name: 'Review pledge' }).click()
    },
    confirm: /^Pledge now$/,
    done: 'Pledged',
    count: async (venue) => (await rowsOf(venue, 'api/pledge/pledgeRecord')).length,
  },
  'a mining machine is bought': {
    review: async (page, base, venue) => {
      for (const [path, body] of [
        ['buySeat', { seat_id: 'fjord', num: 1 }],
        ['zhiya', { amount: '50' }],
      ] as const) {
        const { body: answer } = await venue.post(`api/miner/${path}`, body)
        expect(answer['type'], JSON.stringify(answer)).toBe('ok')
      }
      await page.goto(`${base}#${miningPaths.buyMachines}`)
      await page.getByRole('region', { name: 'Sprout S1' }).getByRole('button', { name: 'Buy', exact: true }).click()
      await page.getByRole('button', { name: 'Review purchase' }).click()
    },
    confirm: /^Buy now$/,
    done: 'Machines bought',
    count: async (venue) => (await rowsOf(venue, 'api/miner/myMinerList')).length,
  },
  'a seat for mining machines is bought': {
    review: async (page, base) => {
      await page.goto(`${base}#${miningPaths.buySeat}`)
      await page.getByRole('button', { name: 'Buy seat' }).first().click()
      await page.getByRole('button', { name: 'Review seat' }).click()
    },
    confirm: /^Buy now$/,
    done: 'Seat bought',
    count: async (venue) => {
      const mine = (await rowsOf(venue, 'api/miner/seatList')).map((row) => fieldOf(row, 'mine'))
      return mine.reduce((sum: number, each) => sum + (Array.isArray(each) ? each.length : 0), 0)
    },
  },
}

for (const [what, { review, confirm, done, count }] of Object.entries(products))
  test(`JOURNEY-26 ${what} while the server is killed after it has decided: once, and said so`, async ({
    page,
    complaints,
  }) => {
    complaints.overlook = lost
    await using app = await startApp()
    await using proxy = await startProxy(app.url)
    const member = await newUser(app.url)
    await beginWith(page, member)
    await review(page, proxy.url, member.venue)
    const sheet = page.getByRole('dialog')
    const button = sheet.getByRole('button', { name: confirm })
    await expect(button).toBeEnabled()
    proxy.mute()
    await button.click()
    await expect.poll(() => count(member.venue), { timeout: 30_000 }).toBe(1)
    await app.kill()
    await expect(sheet).toContainText('Checking with the server', { timeout: 60_000 })
    proxy.restore()
    await app.start()
    await expect(sheet.getByRole('heading', { name: done })).toBeVisible({ timeout: 60_000 })
    await sheet.getByRole('button', { name: 'Done' }).click()
    await expect(sheet).toHaveCount(0)
    expect(await count(member.venue)).toBe(1)
  })
