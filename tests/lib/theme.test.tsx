import { applyTextSize, applyTheme, onTheme, textSizes, themes } from '#src/lib/theme.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { textOf } from '#tests/support/files.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const head = [...textOf('index.html').matchAll(/<meta name="(?:theme-color|color-scheme)"[^>]*>/g)]
  .map(([tag]) => tag)
  .join('')
/** Everything a theme sets in the document. */
const taken = () => [
  document.documentElement.dataset['theme'],
  ...[...document.head.children].map(({ outerHTML }) => outerHTML),
]
const freshHead = () => {
  delete document.documentElement.dataset['theme']
  document.head.innerHTML = head
}
// oxlint-disable-next-line typescript/no-implied-eval -- the file runs as the browser runs it: before any module
const runEarly = () => new Function(textOf('public/boot.js'))()

beforeEach(() => {
  localStorage.clear()
  freshHead()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(themes)('LOOK-2 before the first paint the page has the theme that was kept, all of it: %s', (theme) => {
  useSettings.getState().set({ ...firstSettings, theme })
  runEarly()
  const early = taken()
  freshHead()
  applyTheme(theme)
  expect(early).toEqual(taken())
  expect(document.documentElement.dataset['theme']).toBe(theme)
})

test.each(['{"theme":"neon"}', '{"theme":"toString"}', '{"theme":{}}', '[', 'null', '7'])(
  'LOOK-2 what is kept and no theme leaves the dark one: %s',
  (kept) => {
    localStorage.setItem('kontor.settings', kept)
    runEarly()
    expect(document.documentElement.dataset['theme']).toBe('dark')
  },
)

test.each(textSizes)('LOOK-8 before the first paint the page has the text size that was kept: %s', (textSize) => {
  useSettings.getState().set({ ...firstSettings, textSize })
  runEarly()
  const early = document.documentElement.dataset['text']
  applyTextSize(textSize)
  expect([early, document.documentElement.dataset['text']]).toEqual([textSize, textSize])
})
test.each(['{"textSize":"huge"}', '{"textSize":7}', 'null', '['])(
  'LOOK-8 what is kept and no size leaves the first: %s',
  (kept) => {
    localStorage.setItem('kontor.settings', kept)
    runEarly()
    expect(document.documentElement.dataset['text']).toBe('normal')
  },
)

test('LOOK-2 a browser that keeps nothing gets the dark one', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied')
    },
  })
  runEarly()
  expect(document.documentElement.dataset['theme']).toBe('dark')
})

test('LOOK-2 the bar around the page is that of the theme, or follows the system', () => {
  const bars = () =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')].map(({ content, media }) => [
      content,
      media,
    ])
  const [dark, light] = ['#1b2c42', '#f3f6fa']
  applyTheme('light')
  expect(bars()).toEqual([
    [dark, 'not all'],
    [light, 'all'],
  ])
  applyTheme('dark')
  expect(bars()).toEqual([
    [dark, 'all'],
    [light, 'not all'],
  ])
  applyTheme('system')
  expect(bars()).toEqual([
    [dark, '(prefers-color-scheme: dark)'],
    [light, '(prefers-color-scheme: light)'],
  ])
})

test('LOOK-3 what is drawn by hand hears of another theme, of swapped colours, and of the system', async () => {
  let systemTells = () => {}
  vi.stubGlobal('matchMedia', () => ({
    addEventListener: (_: string, tell: () => void) => {
      systemTells = tell
    },
    removeEventListener() {},
  }))
  const hear = vi.fn<() => void>()
  const stop = onTheme(hear)
  applyTheme('light')
  await Promise.resolve()
  expect(hear).toHaveBeenCalledTimes(1)
  document.documentElement.dataset['rise'] = 'red'
  await Promise.resolve()
  expect(hear).toHaveBeenCalledTimes(2)
  systemTells()
  expect(hear).toHaveBeenCalledTimes(3)
  stop()
  applyTheme('dark')
  await Promise.resolve()
  expect(hear).toHaveBeenCalledTimes(3)
})
