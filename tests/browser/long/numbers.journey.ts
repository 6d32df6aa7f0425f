import { chooseLanguage, turnToSettled } from '#tests/support/fit.ts'
import { faultsOfTold, heard, listen, pricesAt } from '#tests/support/read-numbers.ts'
import { isForVisitors, routes } from '#tests/support/walk.ts'
import { expect, test } from '../kit.ts'
import { lookName, pressEach } from '../press-each.ts'
import { beginWith } from '../story.ts'
import { tradedPeople, tradeOn } from './traded.ts'

/** What the pages that show one thing are asked for. */
const which = '?currency=3&id=1&market=BTC-USDT'

test('FORMAT-8 every page, sheet and toast of somebody who has used every product writes its numbers by the law, in three languages', async ({
  page,
  at,
  app,
  complaints,
}) => {
  test.setTimeout(1_500_000)
  // What is pressed without all that it needs may be refused by the venue; here only what is read counts.
  complaints.overlook = /status of 4\d\d/
  const { ann, links } = await tradedPeople(app.url)
  await tradeOn(ann)
  const prices = await pricesAt(app.url)
  await beginWith(page, ann)
  // A closed layer goes back in history a moment later, which would lead off the page under test.
  await page.addInitScript(() => (history.back = () => undefined))
  await page.goto(at('/'))
  await expect(page.locator('#page h1')).toBeVisible()
  const faults = new Set<string>()
  let read = 0
  const all = [...routes.filter((route) => !isForVisitors(route)).map((route) => `${route}${which}`), ...links]
  for (const lang of ['en', 'hk', 'esp'] as const) {
    await chooseLanguage(page, lang)
    for (const link of all) {
      await turnToSettled(page, link)
      await page.evaluate(listen, lookName)
      await pressEach(page, { lang, mostPresses: 40, fill: lang === 'esp' ? '123,45' : '123.45' })
      const told = await page.evaluate(heard, lookName)
      read += told.length
      for (const fault of faultsOfTold(told, { lang, prices })) faults.add(`${lang} ${link} ${fault}`)
    }
  }
  expect([...faults]).toEqual([])
  expect(read).toBeGreaterThan(3000)
})
