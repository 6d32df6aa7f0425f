import { axeFindings } from './axe.ts'
import { expect, test, type Page } from './kit.ts'
import { beginWith, newUser } from './story.ts'

const isClean = async (page: Page) => expect(await axeFindings(page)).toEqual([])

test('JOURNEY-10 a contract is gated, opened, guarded by stops, closed, and found in the history', async ({
  page,
  at,
  app,
}) => {
  // The demo operator takes some seconds to review a verification.
  test.setTimeout(180_000)
  const member = await newUser(app.url)
  await beginWith(page, member)
  await page.goto(at('/pages/option/detail?market=BTC-USDT'))
  const form = page.getByRole('form', { name: 'Order form' })
  const lots = form.getByRole('textbox', { name: 'Lots' })
  const open = page.getByRole('button', { name: 'Open long' })
  await expect(form.getByText('1,000.00 USDT')).toBeVisible()

  await test.step('without a verification the way there is shown, and what was typed stays', async () => {
    await lots.fill('2')
    const gate = page.getByRole('region', { name: 'Before you can go on' })
    await expect(gate.getByRole('button', { name: 'Verify now' })).toBeVisible()
    await isClean(page)
    // Pressed all the same, it opens nothing.
    await open.click()
    await expect(gate).toBeInViewport()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await member.venue.post('api/user/real_name', { name: 'Ann Lee', country: 'Japan', card_id: `A${Date.now()}` })
    await expect
      .poll(async () => JSON.stringify((await member.venue.get('api/user/center')).body), { timeout: 30_000 })
      .toMatch(/"review_status":2/)
    await page.reload()
    await expect(lots).toHaveValue('2')
  })

  const review = page.getByRole('dialog', { name: /^(?:Review contract|Contract opened|Order placed)$/ })
  const contract = page.getByRole('article', { name: 'BTC/USDT Long 10×' })
  await test.step('it is opened at the mark, after a look at what it costs', async () => {
    await open.click()
    await expect(review).toContainText('Long 10× · Cross · Market')
    await isClean(page)
    await review.getByRole('button', { name: 'Confirm long' }).click()
    await expect(review.getByRole('heading', { name: 'Contract opened' })).toBeVisible()
    await review.getByRole('button', { name: 'Done' }).click()
    await expect(contract).toContainText('2 lots (0.02 BTC)')
    await expect(lots).toHaveValue('')
  })

  await test.step('a stop is set, and stands there after a reload', async () => {
    await contract.getByRole('button', { name: 'TP / SL' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'Stop loss' }).fill('60000')
    await isClean(page)
    await sheet.getByRole('button', { name: 'Save' }).click()
    await expect(contract).toContainText('Stop loss60,000')
    await page.reload()
    await expect(contract).toContainText('Stop loss60,000')
    await isClean(page)
  })

  await test.step('its stop is dragged on the chart, asked about, and stands at the venue', async () => {
    const handle = page.getByRole('slider', { name: 'Stop loss, Long 10×, BTC/USDT' })
    const unfold = page.getByRole('button', { name: 'Chart', exact: true })
    if (await unfold.isVisible()) await unfold.click()
    await handle.scrollIntoViewIfNeeded()
    const drag = async () => {
      let from = { x: 0, y: 0 }
      // A chart that has just come moves its handles once more: a press beside them is taken back.
      await expect(async () => {
        from = (await handle.boundingBox()) ?? from
        await page.mouse.up()
        await page.mouse.move(from.x + 20, from.y + 22)
        await page.mouse.down()
        // It waits at the edge of the chart, which makes room for it once it is held.
        await expect(handle).toHaveAttribute('data-off', 'no', { timeout: 2000 })
      }).toPass()
      await page.mouse.move(from.x + 30, from.y + 2, { steps: 8 })
      await page.mouse.up()
    }
    const sheet = page.getByRole('dialog', { name: 'Stop loss · BTC/USDT' })
    const stopAtVenue = async () => {
      const { message } = (await member.venue.post('api/lever/deal', { currency_id: 1, legal_id: 3 })).body
      return /"stop_loss_price":"([\d.]+)"/.exec(JSON.stringify(message))?.[1] ?? ''
    }
    await drag()
    await expect(sheet).toContainText('60,000.00 → ')
    await isClean(page)
    await page.keyboard.press('Escape')
    await expect(sheet).toHaveCount(0)
    await expect(handle).toHaveAttribute('aria-valuetext', /^60,000\.00,/)
    await drag()
    const wanted = /60,000\.00 → ([\d,.]+)/.exec(await sheet.innerText())?.[1]?.replaceAll(',', '') ?? ''
    await sheet.getByRole('button', { name: 'Move stop' }).click()
    await expect(sheet.getByRole('heading', { name: 'Stop moved' })).toBeVisible()
    expect(Number(await stopAtVenue())).toBe(Number(wanted))
    expect(Number(wanted)).toBeGreaterThan(60_000)
    await sheet.getByRole('button', { name: 'Done' }).click()
    await isClean(page)
  })

  await test.step('it is closed, and stands in the history', async () => {
    await contract.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close position' }).click()
    await expect(contract).toHaveCount(0)
    await page.getByRole('tab', { name: 'History' }).click()
    await expect(contract).toContainText('Closed by you')
    await contract.getByRole('button', { name: 'Share picture' }).click()
    await expect(page.getByRole('img', { name: /BTC\/USDT, Long 10×/ })).toBeVisible()
    await isClean(page)
  })
})
