import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { deskPaths, personAt } from '#src/lib/paths/desk.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { newsPaths } from '#src/lib/paths/news.ts'
import { notificationPaths } from '#src/lib/paths/notification.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { name } from '#tests/live/proxy.ts'
import { findBrowser } from '#tests/support/browser.ts'
import { demoIn } from './demo-words.ts'
import { chooseLanguage } from '#tests/support/fit.ts'
import { faultsOf, isForVisitors, routes } from '#tests/support/walk.ts'
import { chromium, type Browser, type Page } from '@playwright/test'
import { mustBe, type Month } from './acts.ts'
import { idOf, type Name } from './people.ts'

const languages = ['en', 'hk'] as const
const sizes = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
] as const

const forVisitors = [
  homePaths.home,
  sessionPaths.login,
  sessionPaths.register,
  newsPaths.notices,
  newsPaths.help,
  newsPaths.rule,
]
const forTraders = [
  homePaths.home,
  assetsPaths.assets,
  depositPaths.deposit,
  depositPaths.chargeOf(idOf('USDT')),
  withdrawPaths.withdraw,
  withdrawPaths.coinOf(idOf('USDT')),
  otcPaths.otc,
  kycPaths.kyc,
  newsPaths.notices,
  notificationPaths.notifications,
]

/** A page whose person has the right time, and what it complains of. */
async function openPage(
  browser: Browser,
  { stand, people }: Month,
  who: Name | null,
  viewport: (typeof sizes)[number],
) {
  const context = await browser.newContext({
    viewport,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const begin = { aheadMs: stand.ahead()[1], token: who === null ? null : people.person(who).token }
  await context.addInitScript(({ aheadMs, token }) => {
    const right = Date.now
    Date.now = () => right() + aheadMs
    localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', lastMarket: 'BTC-USDT' }))
    if (token !== null) localStorage.setItem('kontor.session', JSON.stringify({ token, chatToken: null }))
  }, begin)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (said) => said.type() === 'error' && complaints.push(`console: ${said.text()}`))
  await page.goto(`https://${name}/`)
  return { page, takeComplaints: () => complaints.splice(0), close: () => context.close() }
}

type Opened = Awaited<ReturnType<typeof openPage>>

/** Waits until the page of this address is in sight and shows what it has read. */
const settled = (page: Page) =>
  page.waitForFunction(() => {
    const shown = document.getElementById('page')
    return (
      shown?.dataset['path'] === (location.hash.slice(1).split('?')[0] || '/') &&
      shown.querySelector('h1') !== null &&
      shown.querySelector('[aria-busy="true"]') === null
    )
  })
/** Opens an address in the loaded app; what is read for the query of the same page has begun when this ends. */
async function turn(page: Page, path: string) {
  await page.evaluate(async (hash) => {
    if (location.hash === hash) return
    const turned = new Promise((done) => addEventListener('hashchange', done, { once: true }))
    location.hash = hash
    await turned
    for (let n = 0; n < 2; n += 1) await new Promise(requestAnimationFrame)
  }, `#${path}`)
  await settled(page)
}
/** Everything that a page says: what is in sight, names of controls, hints, its title. */
const saidBy = (page: Page) =>
  page.evaluate(() =>
    [
      document.title,
      document.body.innerText,
      ...[...document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')].flatMap((each) =>
        ['aria-label', 'title', 'placeholder', 'alt'].flatMap((name) => each.getAttribute(name) ?? []),
      ),
    ].join('\n'),
  )
/** Words of a demo, names of sentences without words, dead controls, what is too wide, and what the console tells. */
async function faultsIn({ page, takeComplaints }: Opened): Promise<readonly string[]> {
  const demo = demoIn(await saidBy(page))
  return [...(demo === null ? [] : [`demo: ${demo}`]), ...(await faultsOf(page)), ...takeComplaints()]
}
/** What is planted into a page is found: a look that finds nothing else proves something. */
async function findsWhatIsPlanted(opened: Opened) {
  await opened.page.evaluate(() => {
    const planted = document.createElement('div')
    planted.id = 'planted'
    for (const text of ['充值 USDT 示範地址', 'wallet:deposit.title']) {
      const line = document.createElement('p')
      line.textContent = text
      planted.append(line)
    }
    document.getElementById('page')?.append(planted)
    console.error('planted')
  })
  const found = (await faultsIn(opened)).map((each) => each.replace(/^(demo):.*/s, '$1'))
  mustBe('what was planted', found.join(), 'demo,wallet:deposit.title,console: planted')
  await opened.page.evaluate(() => document.getElementById('planted')?.remove())
}

/** The tabs of the desk, and the page of a person. */
async function deskPages(page: Page, ben: number) {
  await turn(page, deskPaths.desk)
  const tabs = page.getByRole('tablist').first().getByRole('tab')
  await tabs.first().waitFor()
  return [
    ...Array.from({ length: await tabs.count() }, (_, at) => ({
      path: `tab ${at}`,
      open: async () => {
        await turn(page, deskPaths.desk)
        await tabs.nth(at).click()
        await settled(page)
      },
    })),
    { path: personAt(ben), open: async () => turn(page, personAt(ben)) },
  ]
}
/** A newcomer, a trader and an operator look at the pages, in both languages and sizes. */
export async function seePages(month: Month) {
  const { stand, people } = month
  const { options } = await findBrowser()
  const toProxy = `--host-resolver-rules=MAP ${name}:443 127.0.0.1:${stand.proxy.tls}`
  const browser = await chromium.launch({ ...options, args: [...(options.args ?? []), toProxy] })
  const rest = routes.filter((route) => !isForVisitors(route) && !forTraders.some((path) => path.startsWith(route)))
  const faults: string[] = []
  let seen = 0
  try {
    for (const who of [null, 'ben', 'first'] as const)
      for (const [turnOf, size] of sizes.entries()) {
        const opened = await openPage(browser, month, who, size)
        const { page, close } = opened
        await settled(page)
        if (who === null && turnOf === 0) await findsWhatIsPlanted(opened)
        const go = (path: string) => ({ path, open: async () => turn(page, path) })
        for (const [at, lang] of languages.entries()) {
          await chooseLanguage(page, lang)
          const own = rest.filter((_, n) => n % 4 === at * 2 + turnOf)
          const pages =
            who === 'first'
              ? await deskPages(page, people.person('ben').id)
              : (who === null ? forVisitors : [...forTraders, ...own]).map(go)
          for (const { path, open } of pages) {
            await open()
            seen += 1
            faults.push(...(await faultsIn(opened)).map((fault) => `${lang} ${size.width} ${who} ${path}: ${fault}`))
          }
        }
        await close()
      }
  } finally {
    await browser.close()
  }
  console.log(`          ${seen} pages seen`)
  if (faults.length > 0) throw new Error(faults.join('\n'))
}
