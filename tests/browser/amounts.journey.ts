import type { Lang } from '#contract/wire/languages.ts'
import { faultOf, textsOf } from '#tests/support/amount-texts.ts'
import { routes } from '#tests/support/walk.ts'
import { amountsMet, lookForAmounts } from './amounts-hand.ts'
import { expect, test, type Page } from './kit.ts'
import { lookName, pressEach } from './press-each.ts'
import { newUser, turnTo, verified } from './story.ts'

/** Pages about an account, texts and people: no amount is entered there. `AMOUNTS=all` walks them too. */
const withoutAmounts = [
  '/(?:inspector|report)',
  '/pages/(?:user|settings|account|verification|notice|help|bankbind|system|notification|promotion|market)/',
  '/pages/(?:index/.*/|chat/(?:search|qr-info|share|chat/friends))',
].map((path) => new RegExp(`^${path}`))
const inside = routes.filter(
  (path) =>
    !path.includes('/login/') &&
    (process.env['AMOUNTS'] === 'all' || !withoutAmounts.some((without) => without.test(path))),
)
const seed = Number(process.env['TEXTS'] ?? 7)
/** What the pages that show one thing are asked for. */
const which = '?currency=3&id=1&market=BTC-USDT'

/** Opens a path in the loaded app. */
const open = async (page: Page, path: string) => {
  await turnTo(page, `${path}${which}`)
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 5000 })
    .catch(() => null)
}

test(`FIELD-8 no amount field of any page makes another number of what is typed or pasted: seed ${seed}`, async ({
  page,
  at,
  app,
  complaints,
}) => {
  test.setTimeout(900_000)
  // What is pressed without anything filled in may be refused by the venue; here it only counts what the fields hold.
  complaints.overlook = /status of 4\d\d/
  const member = await newUser(app.url)
  await verified(member.venue)
  await member.venue.post('api/lever/submit', {
    legal_id: 3,
    currency_id: 1,
    type: 1,
    status: 1,
    share: 1,
    multiple: 10,
  })
  const faults: string[] = []
  /** Goes over the pages in a language; returns those with a field. */
  const walk = async (lang: Lang, paths: readonly string[]) => {
    // Closed layers go back in history a moment later, which would lead off the page under test.
    await page.addInitScript(
      ([token, chosen]) => {
        history.back = () => undefined
        localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null }))
        localStorage.setItem('kontor.settings', JSON.stringify({ lang: chosen, lastMarket: 'BTC-USDT' }))
      },
      [member.token, lang] as const,
    )
    await page.goto(at('/'))
    await page.reload()
    const fields: { readonly path: string; readonly name: string }[] = []
    for (const [turn, path] of paths.entries()) {
      await open(page, path)
      const texts = textsOf(seed + fields.length)
      // Every text is pasted into every field. Typing takes as many renders as it has characters: a third of the texts
      // for each page in turn.
      const typed = texts.filter((text, at) => text.length <= 18 && at % 3 === turn % 3)
      await page.evaluate(lookForAmounts, { path, typed, pasted: texts, lookName })
      await pressEach(page, { lang, mostPresses: 30 })
      const met = await page.evaluate(amountsMet)
      for (const { name, entries } of met) {
        fields.push({ path, name })
        for (const entry of entries) {
          const fault = faultOf({ ...entry, lang })
          if (fault !== null) faults.push(`${name}, ${lang}, ${entry.how}: ${fault}`)
        }
      }
    }
    return fields
  }
  // One language that writes 1,000.5 and one that writes 1.000,5.
  const fields = await walk('en', inside)
  const again = await walk('esp', [...new Set(fields.map(({ path }) => path))])
  expect(faults.slice(0, 20)).toEqual([])
  // Each part that takes amounts was met, in both: else this would prove nothing of it.
  const parts = [
    'trade/index',
    'lever/index',
    'assets/transfer/',
    'deposit/charge2',
    'finance/buyPage',
    'wakuang/convert',
    'publication/purchase',
    'otc/index',
  ]
  const missing = (met: typeof fields) => parts.filter((part) => !met.some(({ path }) => path.includes(part)))
  expect([missing(fields), missing(again)]).toEqual([[], []])
})
