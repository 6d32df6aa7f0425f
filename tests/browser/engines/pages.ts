import { deskPaths } from '#src/lib/paths/desk.ts'
import type { Theme } from '#src/lib/theme.ts'
import { wider } from '#tests/support/fit.ts'
import { isForVisitors, look, notFoundIn, routes } from '#tests/support/walk.ts'
import { axeFindings } from '../axe.ts'
import { ask, untilSo, type Engine, type Hand } from './hand.ts'

export const sizes = [
  [390, 844],
  [1280, 800],
] as const
/** What a walk has looked at and what was wrong. */
export type Walked = { readonly pages: number; readonly faults: readonly string[] }

/** Opens the app in English with a login or without one: it reads both from what is stored. */
export const begin = async (hand: Hand, url: string, token: string | null) => {
  // A file of the same origin, so that nothing of the app runs yet.
  await hand.open(new URL('/icon.svg', url).href)
  await ask(
    hand,
    (known) => {
      localStorage.setItem('kontor.settings', JSON.stringify({ lang: 'en', theme: 'dark', lastMarket: 'BTC-USDT' }))
      if (known !== null) localStorage.setItem('kontor.session', JSON.stringify({ token: known, chatToken: null }))
    },
    token,
  )
  await hand.open(url)
  await untilSo(hand, 'the first page', () => document.querySelector('#page h1') !== null, null, 60_000)
}

/**
 * Opens a path in the loaded app and waits until the page it leads to, or the login in its place, shows what it has
 * read; returns the path in sight.
 */
export const turn = async (hand: Hand, route: string): Promise<string> => {
  await ask(hand, (path) => void (location.hash = path), route)
  await untilSo(
    hand,
    route,
    () => {
      const shown = document.getElementById('page')
      return (
        shown?.dataset['path'] === location.hash.slice(1).split('?')[0] &&
        shown?.querySelector('h1') !== null &&
        shown?.querySelector('[aria-busy="true"]') === null
      )
    },
    null,
  )
  return hand.evaluate(() => location.hash.slice(1).split('?')[0] ?? '')
}

const wear = (hand: Hand, theme: Theme) =>
  ask(hand, (chosen) => void (document.documentElement.dataset['theme'] = chosen), theme)

/** A page in sight, in both themes; the second is judged by its colours alone, for a theme changes nothing else. */
const lookAt = async (hand: Hand): Promise<readonly string[]> => {
  const notFound = notFoundIn('en')
  const heading = await hand.evaluate(() => document.querySelector('#page h1')?.textContent?.trim() ?? '')
  const { faults } = await look(hand)
  const found = [
    ...faults,
    ...(await wider(hand)),
    ...(heading === '' ? ['no heading'] : heading === notFound ? ['no such page'] : []),
  ]
  await wear(hand, 'dark')
  found.push(...(await axeFindings(hand)).map((line) => `dark ${line}`))
  await wear(hand, 'light')
  found.push(
    ...(await axeFindings(hand, ['color-contrast'])).map((line) => `light ${line}`),
    ...(await wider(hand)).map((line) => `light ${line}`),
  )
  await wear(hand, 'dark')
  return found
}

/**
 * Every route as one person, at both sizes, but the desk, which is there for operators alone; the login is looked at
 * once for each size, whatever led to it.
 */
const walkAs = async (
  engine: Engine,
  url: string,
  token: string | null,
  wanted: RegExp,
  tell: (line: string) => void,
): Promise<Walked> => {
  const hand = await engine.page()
  const faults: string[] = []
  const who = token === null ? 'guest' : 'member'
  let pages = 0
  try {
    for (const [width, height] of sizes) {
      await hand.size(width, height)
      if (pages === 0) await begin(hand, url, token)
      const judged = new Set<string>()
      for (const route of routes.filter(
        (each) => wanted.test(each) && (token === null || (!isForVisitors(each) && each !== deskPaths.desk)),
      )) {
        const said = hand.heard().length
        const found: string[] = []
        try {
          const inSight = await turn(hand, route)
          if (!judged.has(inSight)) {
            found.push(...(await lookAt(hand)))
            pages += 1
          }
          judged.add(inSight)
        } catch (thrown) {
          found.push(String(thrown))
        }
        faults.push(...[...found, ...hand.heard().slice(said)].map((line) => `${who} ${width} ${route} ${line}`))
      }
      tell(`${engine.name} ${who} ${width}×${height}: ${pages} pages so far, ${faults.length} failures`)
    }
  } finally {
    await hand.close()
  }
  return { pages, faults }
}

/** Every route of the table, as a person who is logged in and as a guest. */
export const walkPages = async (
  engine: Engine,
  url: string,
  token: string,
  wanted: RegExp,
  tell: (line: string) => void,
): Promise<Walked> => {
  const walks = [await walkAs(engine, url, token, wanted, tell), await walkAs(engine, url, null, wanted, tell)]
  return { pages: walks.reduce((sum, { pages }) => sum + pages, 0), faults: walks.flatMap(({ faults }) => faults) }
}
