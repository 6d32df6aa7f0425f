import type { Locator } from '@playwright/test'
import { reportPaths } from '#src/lib/paths/report.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { startApp } from '#tests/support/app.ts'
import { registerAt } from '#tests/support/venue-client.ts'
import { readFile } from 'node:fs/promises'
import { axeFindings } from '../axe.ts'
import { expect, test, type Page } from '../kit.ts'
import { beginWith, tradePage, turnTo } from '../story.ts'

const minuteMs = 60_000
/** Opens the inspector, where one part is in sight at a time on a phone and all of them on a desktop. */
const inspectorOf = (page: Page, frame: Page | Locator = page) => {
  const tab = (name: string) => frame.getByRole('radio', { name, exact: true })
  return {
    part: async (name: 'Actors' | 'Machine' | 'Context' | 'Log' | 'Streams' | 'Network' | 'Replay') => {
      const region = frame.getByRole('region', { name, exact: true })
      await expect(tab(name).or(region).filter({ visible: true }).first()).toBeVisible()
      if (await tab(name).isVisible()) await tab(name).click()
      await expect(region).toBeVisible()
      return region
    },
    actor: (name: string) =>
      frame.getByRole('list', { name: 'Actors' }).getByRole('button', { name: new RegExp(`^${name}`) }),
    button: (name: string) => frame.getByRole('button', { name, exact: true }),
  }
}
const saved = async (page: Page, click: () => Promise<void>) => {
  const [download] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: download.suggestedFilename(), file: await download.path() }
}

test('INS-34 a trading minute is recorded, reported and replayed: line by line, on and on, back, and to its end', async ({
  page,
  complaints,
}) => {
  await using app = await startApp({ env: { INSPECTOR: '1' } })
  const at = (route: string) => `${app.url.replace(/\/$/, '')}/#${route}`
  complaints.overlook = /net::ERR_|WebSocket/
  await beginWith(page, await registerAt(app.url))
  await page.goto(at(reportPaths.report))
  await page.getByRole('button', { name: 'Start recording' }).click()
  await expect(page.getByRole('status').filter({ hasText: /^Recording for 0 min/ })).toBeVisible()

  const began = Date.now()
  await turnTo(page, spotPaths.trade)
  const trade = tradePage(page)
  // A market confirms its price for some seconds after a start.
  await expect(trade.form.getByRole('button', { name: 'Buy BTC' })).toBeEnabled()
  const isArming = async () =>
    (await (await fetch(new URL('/api/currency/deal?currency_id=1&legal_id=3', app.url))).text()).includes('"mode"')
  await expect.poll(isArming, { timeout: minuteMs }).toBe(false)
  await trade.reviewLimit('50000', '0.001')
  await trade.confirm.click()
  await expect(trade.review.getByRole('heading', { name: 'Order placed' }).first()).toBeVisible()
  await trade.review.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => Date.now() - began, { timeout: 2 * minuteMs }).toBeGreaterThan(minuteMs)
  await turnTo(page, reportPaths.report)
  await expect(page.getByRole('status').filter({ hasText: /^Recording for 1 min/ })).toBeVisible()
  const { name, file } = await saved(page, () => page.getByRole('button', { name: 'Save file' }).click())
  expect(name).toMatch(/^kontor-recording.*\.gz$/)
  await page.getByRole('button', { name: 'Stop and discard' }).click()

  await page.goto(at('/inspector'))
  const replay = await inspectorOf(page).part('Replay')
  await replay.locator('input[type=file]').setInputFiles(file)
  const place = replay.getByRole('slider')
  const lines = async () => Number(await place.getAttribute('max'))
  await expect.poll(lines).toBeGreaterThan(100)
  const to = async (line: number) => {
    await place.fill(String(line))
    await expect(replay.getByText(new RegExp(`^Line ${line} of`))).toBeVisible({ timeout: minuteMs })
    return replay.innerText()
  }
  await replay.getByRole('button', { name: 'Next line' }).click()
  await expect(replay.getByText(/^Line 1 of/)).toBeVisible()
  const end = await to(await lines())
  expect(end).toContain('coin/trade')
  expect(end).toContain('done')
  expect(end).toContain('live')
  // Each place shows the same, reached from before or from behind it.
  const middle = Math.floor((await lines()) / 2)
  const back = await to(middle)
  await to(1)
  expect(await to(middle)).toBe(back)
  await replay.getByRole('button', { name: 'Previous line' }).click()
  await expect(replay.getByText(new RegExp(`^Line ${middle - 1} of`))).toBeVisible({ timeout: minuteMs })
  await replay.getByRole('button', { name: 'Play' }).click()
  await expect.poll(async () => Number(await place.inputValue())).toBeGreaterThan(middle + 5)
  await replay.getByRole('button', { name: 'Pause' }).click()
  expect(await axeFindings(page)).toEqual([])
  await replay
    .locator('input[type=file]')
    .setInputFiles({ name: 'other.gz', mimeType: 'application/gzip', buffer: Buffer.from('nothing') })
  await expect(replay.getByRole('alert')).toHaveText('This file is no recording.')
})

test('INS-32 the inspector by hand: chart, time travel, an event sent, freeze and step, a bad line saved and played again, and all of it offline', async ({
  page,
  context,
  complaints,
}) => {
  complaints.overlook = /net::ERR_|WebSocket|Failed to fetch/
  await using app = await startApp({ env: { INSPECTOR: '1' } })
  await beginWith(page, await registerAt(app.url))
  await page.goto(`${app.url.replace(/\/$/, '')}/#/inspector`)
  const { part, actor, button } = inspectorOf(page)
  await expect(actor('connection')).toContainText('live')

  // The chart of the connection, its guards, and the moment before now.
  await actor('connection').click()
  const machine = await part('Machine')
  const chart = machine.getByRole('img', { name: /State chart of connection, now in .*live/ })
  await expect(chart).toBeVisible()
  await machine.getByRole('button', { name: 'page.hidden' }).click()
  const actors = await part('Actors')
  await expect(actors.getByRole('textbox')).toHaveValue(/page\.hidden/)
  await actors.getByRole('button', { name: 'Send', exact: true }).click()
  await part('Machine')
  await expect(machine.getByText('page.hidden').last()).toBeVisible()
  await machine.getByRole('slider').fill('0')
  await expect(machine.getByText('What each event would have done then')).toBeVisible()
  await button('Now').click()
  await expect(machine.getByText('What each event would do now')).toBeVisible()
  await machine.getByRole('radio', { name: 'Sequence' }).click({ force: true })
  await expect(
    machine
      .getByRole('img', { name: /Sequence/ })
      .or(machine.locator('svg'))
      .first(),
  ).toBeVisible()
  await machine.getByRole('radio', { name: 'Chart' }).click({ force: true })

  // Frozen, events are held back and delivered one by one: the page is shown again.
  await machine.getByRole('button', { name: 'page.shown' }).first().click()
  await button('Freeze').click()
  await part('Actors')
  await actors.getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByText(/\d+ held back: /)).toBeVisible()
  await expect(actor('connection')).toContainText('page.hidden')
  await button('Step').click()
  await expect(actor('connection')).toContainText('page.visible')
  await button('Resume').click()
  await expect(button('Freeze')).toBeVisible()

  // A bad line by hand, saved as a scenario, forgotten, loaded and played again.
  const network = await part('Network')
  await network.getByRole('slider', { name: 'Delay' }).fill('400')
  await network.getByRole('button', { name: 'Drop the socket' }).click()
  await network.getByRole('button', { name: 'Mend all' }).click()
  await expect(network.getByText('Scenario: 3 steps so far')).toBeVisible()
  const { file } = await saved(page, () => network.getByRole('button', { name: 'Save', exact: true }).click())
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
    seed: 1,
    steps: [{ do: 'set', faults: { delayMs: 400 } }, { do: 'drop' }, { do: 'mend' }],
  })
  await network.getByRole('button', { name: 'Clear' }).click()
  // There is a line again that can be dropped.
  await part('Actors')
  await expect(actor('connection')).toContainText('live', { timeout: minuteMs })
  await part('Network')
  await network.locator('input[type=file]').setInputFiles(file)
  const log = await part('Log')
  await log.getByRole('searchbox', { name: 'Filter' }).fill('socket.closed')
  await expect.poll(() => log.getByRole('listitem').count()).toBeGreaterThan(1)
  await part('Streams')
  expect(await axeFindings(page)).toEqual([])

  // Without a network it goes on, and what is lazy in it was not waited for.
  await part('Actors')
  await expect(actor('connection')).toContainText('live', { timeout: minuteMs })
  await context.setOffline(true)
  await expect(actor('connection')).not.toContainText('live', { timeout: minuteMs })
  await actor('session').click()
  await expect((await part('Machine')).getByRole('img', { name: /State chart of session/ })).toBeVisible()
  await part('Replay')
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight - innerHeight),
    'nothing makes the document longer than its window',
  ).toBe(0)
  await context.setOffline(false)
  await part('Actors')
  await expect(actor('connection')).toContainText('live', { timeout: minuteMs })
})

/** Asks for the camera; is held until its answer; is no layer that closes. */
const unseen = ['camera', 'isBusy', 'submitting', 'plain, error']
/** What axe finds in the layers that the buttons of a chapter open, each closed again. */
const layersOf = async (page: Page) => {
  const faults: string[] = []
  const buttons = page
    .locator('section[aria-labelledby] button:has(> span code)')
    .or(page.locator('section[aria-labelledby] button:has(> code)'))
  for (let n = 0; n < (await buttons.count()); n += 1) {
    const name = await buttons.nth(n).innerText()
    if (unseen.includes(name)) continue
    await buttons.nth(n).click()
    const layer = page.locator('dialog[open]')
    await expect(layer).toBeVisible()
    faults.push(...(await axeFindings(page)).map((fault) => `${name} ${fault}`))
    await page.keyboard.press('Escape')
    await expect(layer).toHaveCount(0)
  }
  return faults
}

test('INS-33 the gallery in the inspector: every chapter is read in both themes, and nothing in it is against the rules of axe', async ({
  page,
  complaints,
}) => {
  complaints.overlook = /net::ERR_|WebSocket/
  await using app = await startApp({ env: { INSPECTOR: '1' } })
  await beginWith(page, null)
  await page.goto(`${app.url.replace(/\/$/, '')}/#/inspector`)
  await page.getByRole('link', { name: 'Components' }).click()
  await expect(page.getByRole('heading', { level: 2, name: 'Button', exact: true })).toBeVisible()
  const chapters = page.getByRole('navigation', { name: 'Chapter' }).getByRole('button')
  expect(await page.evaluate(() => document.querySelector('[data-scroller]')?.scrollTop), 'it begins at its top').toBe(
    0,
  )
  await page.getByRole('radio', { name: 'Both' }).click({ force: true })
  const grounds = await page
    .getByRole('group', { name: /^Button: / })
    .evaluateAll((panes) => panes.map((pane) => getComputedStyle(pane).backgroundColor))
  expect([grounds.length, new Set(grounds).size], 'dark and light, side by side').toEqual([2, 2])
  const faults: string[] = []
  for (let n = 0; n < (await chapters.count()); n += 1) {
    await chapters.nth(n).click()
    await expect(chapters.nth(n)).toHaveAttribute('aria-current', 'true')
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible()
    for (const theme of ['Light', 'Dark']) {
      await page.getByRole('radio', { name: theme }).click({ force: true })
      faults.push(...(await axeFindings(page)).map((fault) => `${n} ${theme} ${fault}`))
    }
    faults.push(...(await layersOf(page)).map((fault) => `${n} ${fault}`))
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    if (width > 0) faults.push(`${n} is ${width} px too wide`)
  }
  expect(faults).toEqual([])
})
