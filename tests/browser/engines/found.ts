import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { firefox, webkit, chromium, type BrowserType } from '@playwright/test'
import { findBrowser } from '#tests/support/browser.ts'
import { byBidi } from './by-bidi.ts'
import { byPlaywright } from './by-playwright.ts'
import { byWebDriver } from './by-webdriver.ts'
import type { Ear } from './ear.ts'
import type { Engine } from './hand.ts'

/** A kind of browser: how one is started here, or what to do so that there is one. */
type Kind = {
  readonly name: 'chromium' | 'firefox' | 'webkit'
  /** Null if the machine has none. */
  readonly start: (ear: Ear) => Promise<Engine | null>
  readonly howTo: string
}

const programIn = (names: readonly string[], folders: readonly string[] = []) =>
  [...(process.env['PATH'] ?? '').split(delimiter), ...folders]
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path)) ?? null

/** Playwright's own build, if it has been downloaded. */
const own = async (type: BrowserType): Promise<Engine | null> =>
  existsSync(type.executablePath()) ? byPlaywright(`${type.name()} of Playwright`, await type.launch()) : null

const libraries = ['x86_64-linux-gnu', 'aarch64-linux-gnu'].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].map((version) => `/usr/lib/${machine}/webkit${version === '6.0' ? '' : '2'}gtk-${version}`),
)
const firefoxPlaces = [
  '/Applications/Firefox.app/Contents/MacOS',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)'].map((name) => join(process.env[name] ?? '', 'Mozilla Firefox')),
]

export const kinds: readonly Kind[] = [
  {
    name: 'chromium',
    start: async () => {
      const { options } = await findBrowser()
      return byPlaywright('chromium', await chromium.launch(options))
    },
    howTo: 'npx playwright install chromium, or set CHROMIUM_PATH',
  },
  {
    name: 'firefox',
    start: async () => {
      const program = process.env['FIREFOX_PATH'] ?? programIn(['firefox', 'firefox-esr', 'firefox.exe'], firefoxPlaces)
      return (await own(firefox)) ?? (program === null ? null : byBidi('firefox', program))
    },
    howTo: 'npx playwright install firefox, or apt-get install firefox-esr, or set FIREFOX_PATH',
  },
  {
    name: 'webkit',
    start: async (ear) => {
      const driver = programIn(['WebKitWebDriver'])
      const browser = programIn(['MiniBrowser'], libraries)
      const screen = process.env['DISPLAY'] === undefined ? programIn(['Xvfb']) : null
      const isReachable = process.env['DISPLAY'] !== undefined || screen !== null
      return (
        (await own(webkit)) ??
        (driver === null || browser === null || !isReachable
          ? null
          : byWebDriver('webkit', { driver, browser, screen }, ear))
      )
    },
    howTo: 'npx playwright install webkit, or apt-get install webkit2gtk-driver xvfb',
  },
]
