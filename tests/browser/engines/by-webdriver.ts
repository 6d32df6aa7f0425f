import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createServer } from 'node:http'
import { Builder, By } from 'selenium-webdriver'
import { openPort } from '#tests/support/open-port.ts'
import type { Ear } from './ear.ts'
import { expressionOf, type Engine, type Hand } from './hand.ts'

/**
 * The window of this browser has a toolbar that keeps it wider than a phone: without sizes of its own it can be as
 * narrow.
 */
const smallToolbar =
  'window * { min-width: 0; min-height: 0; padding: 0; margin: 0; border-width: 0; font-size: 1px; }\n'

type Place = { readonly driver: string; readonly browser: string; readonly screen: string | null }

/** Whatever ends this process ends a program that it has started. */
const endWithThis = (child: ChildProcess) => void process.once('exit', () => child.kill())

/** A screen in memory, when the machine has none; its name. */
const startScreen = async (program: string) => {
  const child = spawn(program, ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  endWithThis(child)
  const number = await new Promise<string>((resolve, fail) => {
    createInterface(child.stdout).once('line', resolve)
    child.once('error', fail).once('exit', () => fail(new Error(`${program} has ended`)))
  })
  return { name: `:${number.trim()}`, end: () => void child.kill() }
}

/** A port that nobody listens on. */
const freePort = async () => {
  const { url, close } = await openPort(createServer())
  await close()
  return new URL(url).port
}

const answers = async (server: string) => {
  for (let tries = 0; tries < 200; tries += 1) {
    if (
      await fetch(`${server}/status`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error(`No driver answers at ${server}`)
}

/**
 * WebKitGTK by its own driver. Each window is a browser of its own, because that forgets what was stored. What it
 * complains of comes by `ear`.
 */
export const byWebDriver = async (name: string, place: Place, ear: Ear): Promise<Engine> => {
  // One listener for each browser that is opened in turn.
  process.setMaxListeners(100)
  const folder = await mkdtemp(join(tmpdir(), 'kontor-webkit-'))
  await mkdir(join(folder, 'gtk-3.0'))
  await writeFile(join(folder, 'gtk-3.0', 'gtk.css'), smallToolbar)
  const screen = place.screen === null ? null : await startScreen(place.screen)
  const env = { ...process.env, XDG_CONFIG_HOME: folder, ...(screen !== null && { DISPLAY: screen.name }) }
  /** A driver of its own for each browser: one drives one at a time. */
  const start = async () => {
    const port = await freePort()
    const child = spawn(place.driver, [`--port=${port}`], { stdio: 'ignore', env })
    endWithThis(child)
    const server = `http://127.0.0.1:${port}`
    await answers(server)
    const driver = new Builder()
      .disableEnvironmentOverrides()
      .usingServer(server)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: place.browser, args: ['--automation'] },
      })
      .build()
    const end = async () => {
      await driver.quit().finally(() => child.kill())
    }
    return { driver, end }
  }
  const probe = await start()
  const version = (await probe.driver.getCapabilities()).getBrowserVersion() ?? ''
  await probe.end()
  return {
    name,
    version,
    page: async () => {
      const { driver, end } = await start()
      const from = ear.heard.length
      await driver.manage().setTimeouts({ script: 60_000 })
      const evaluate = async <R>(code: string | (() => R | Promise<R>)) => {
        const [value, thrown] = await driver.executeAsyncScript<[R, string | null]>(
          `const tell = arguments[0]; Promise.resolve().then(() => (${expressionOf(code)}))
            .then((value) => tell([value, null]), (thrown) => tell([null, String(thrown)]))`,
        )
        if (thrown !== null) throw new Error(thrown)
        return value
      }
      const hand: Hand = {
        open: (url) => driver.get(url),
        evaluate,
        press: (selector) => driver.findElement(By.css(selector)).click(),
        keys: (text) => driver.switchTo().activeElement().sendKeys(text),
        size: async (width, height) => {
          const window = driver.manage().window()
          await window.setRect({ x: 0, y: 0, width, height })
          const inside = await evaluate(() => ({ width: innerWidth, height: innerHeight }))
          await window.setRect({ x: 0, y: 0, width: width * 2 - inside.width, height: height * 2 - inside.height })
        },
        back: () => driver.navigate().back(),
        forward: () => driver.navigate().forward(),
        reload: () => driver.navigate().refresh(),
        heard: () => ear.heard.slice(from),
        close: end,
      }
      return hand
    },
    close: async () => {
      screen?.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
