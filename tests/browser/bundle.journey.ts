import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { homePaths } from '#src/lib/paths/home.ts'
import { sessionPaths } from '#src/lib/paths/session.ts'
import { spotPaths } from '#src/lib/paths/spot.ts'
import { startApp } from '#tests/support/app.ts'
import { expect, test } from '@playwright/test'
import { beginWith, newUser } from './story.ts'

/** Identifiers of tests, the server or development; split, so that this file does not contain them itself. */
const foreign = [
  'sourceMapping|URL',
  'KONTOR_|FAULTS',
  'before|Commit',
  'vite|st',
  'fast-|check',
  'mock-|socket',
  'node:|sqlite',
  'demo|_secret',
  'argon|2',
  'create|Venue',
  '@vite/|client',
  'react-|refresh',
]

test('AT62 the build has no source maps, server code or test hooks, and other paths return not found', async () => {
  await using app = await startApp()
  const names = await readdir('dist', { recursive: true })
  const texts = names.filter((name) => /\.(?:js|css|html|json|svg)$/.test(name))
  expect(texts.length).toBeGreaterThan(10)
  expect(names.filter((name) => /\.(?:map|ts|tsx|env|test\.\w+)$/.test(name))).toEqual([])
  const found: string[] = []
  for (const name of texts) {
    const text = await readFile(join('dist', name), 'utf8')
    found.push(
      ...foreign
        .map((word) => word.replace('|', ''))
        .filter((word) => text.includes(word))
        .map((word) => `${name}: ${word}`),
    )
  }
  expect(found).toEqual([])
  const script = texts.find((name) => name.startsWith('assets/') && name.endsWith('.js')) ?? ''
  const asked = [
    `${script}.map`,
    'package.json',
    '.env',
    '.vite/manifest.json',
    'assets/',
    '../package.json',
    '%2e%2e/package.json',
    'assets/..%2f..%2fpackage.json',
    'src/main.tsx',
    '@vite/client',
    'data/kontor.db',
    'server/main.ts',
  ]
  const told = await Promise.all(asked.map(async (path) => [path, (await fetch(new URL(path, app.url))).status]))
  expect(told.filter(([, status]) => status === 200)).toEqual([])
  const page = await fetch(app.url)
  expect(page.headers.get('Content-Security-Policy')).toContain("script-src 'self'")
  expect(await page.text()).not.toMatch(/<script(?![^>]*\bsrc=| type="application\/json")[^>]*>\s*\S/)
})

/** What a page asks for on a device that has never seen it, until nothing has been asked for half a second. */
const cold = [
  // With the triggers that wait, as blocks and as lines of the chart, and their words.
  { name: 'trade page', path: spotPaths.tradeOf('BTC-USDT'), isIn: true, field: 'main input[name="amount"]', most: 42 },
  // With what one has, what is at work and who waits in chats, and with a newcomer's first steps: their code, looks and
  // words.
  { name: 'home', path: homePaths.home, isIn: true, field: 'main button', most: 54 },
  { name: 'login', path: sessionPaths.login, isIn: false, field: 'main input', most: 27 },
] as const
test('LOAD-4 a page that was never seen asks for few things, and for none twice', async ({ browser }) => {
  await using app = await startApp()
  for (const { name, path, isIn, field, most } of cold) {
    const page = await browser.newPage()
    await beginWith(page, isIn ? await newUser(app.url) : null)
    const asked: string[] = []
    page.on('request', (request) => asked.push(`${request.method()} ${request.url().replace(app.url, '/')}`))
    await page.goto(`${app.url}#${path}`)
    await expect(page.locator(field).first()).toBeEnabled()
    await page.waitForLoadState('networkidle')
    // Prices are polled where no socket is open, and news are two lists of one address.
    const twice = asked.filter((each, at) => asked.indexOf(each) !== at && !/quotation_new|news\/list/.test(each))
    expect([name, twice, asked.length <= most ? [] : asked]).toEqual([name, [], []])
    await page.close()
  }
})
