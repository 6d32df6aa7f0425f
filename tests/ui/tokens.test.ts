import { textOf } from '#tests/support/files.ts'
import { describe, expect, test } from 'vitest'

type Rgba = readonly [red: number, green: number, blue: number, alpha: number]
type ThemeName = 'light' | 'dark'

const css = textOf('src/ui/tokens.css')
/** What the first block says; what a wish for more contrast or swapped colours say comes after it. */
const root = css.slice(css.indexOf(':root {'), css.indexOf('\n}'))
const declared = new Map(
  [...root.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
)

const colorOf = (text: string): Rgba => {
  const [, hex] = /^#([\da-f]{6})$/i.exec(text) ?? []
  if (hex !== undefined)
    return [
      Number.parseInt(hex.slice(0, 2), 16),
      Number.parseInt(hex.slice(2, 4), 16),
      Number.parseInt(hex.slice(4), 16),
      1,
    ]
  const [, red, green, blue, percent] = /^rgb\((\d+) (\d+) (\d+) \/ (\d+)%\)$/.exec(text) ?? []
  if (percent === undefined) throw new Error(`Not a colour: ${text}`)
  return [Number(red), Number(green), Number(blue), Number(percent) / 100]
}
const tokenOf = (name: string, theme: ThemeName): Rgba => {
  const value = declared.get(name) ?? ''
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? []
  if (other !== undefined) return tokenOf(other, theme)
  const [, light = '', dark = ''] = /^light-dark\((#\w{6}|rgb\([^)]*\)), (#\w{6}|rgb\([^)]*\))\)$/.exec(value) ?? [
    null,
    value,
    value,
  ]
  return colorOf(theme === 'light' ? light : dark)
}

const over = ([r, g, b, a]: Rgba, [x, y, z]: Rgba): Rgba => [
  r * a + x * (1 - a),
  g * a + y * (1 - a),
  b * a + z * (1 - a),
  1,
]
const linear = (part: number) => (part / 255 <= 0.040_45 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
const luminance = ([r, g, b]: Rgba) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b)
/** The contrast of two colours by WCAG 2. */
const contrast = (one: Rgba, other: Rgba) => {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

type Pair = { readonly text: string; readonly grounds: readonly string[]; readonly least: number }
const surfaces = ['page', 'raised', 'bar', 'well']
/** What is read, and on which grounds, the last of them on top. */
const pairs: readonly Pair[] = [
  { text: 'text-1', grounds: surfaces, least: 7 },
  ...['text-2', 'accent', 'info', 'warning', 'rise', 'fall', 'danger', 'line-b'].map((text) => ({
    text,
    grounds: surfaces,
    least: 4.5,
  })),
  { text: 'text-3', grounds: surfaces, least: 3 },
  { text: 'text-3', grounds: ['page', 'raised'], least: 4.5 },
  { text: 'on-accent', grounds: ['accent-fill'], least: 4.5 },
  { text: 'on-fill', grounds: ['rise-fill', 'fall-fill'], least: 4.5 },
  ...['rise', 'fall', 'accent', 'line-a', 'line-b', 'line-c', 'line-d'].map((ground) => ({
    text: 'on-solid',
    grounds: [ground],
    least: 4.5,
  })),
]
/** Words in a colour on the soft ground of the same colour. */
const softs = ['accent', 'rise', 'fall', 'danger', 'warning']

const weak = (theme: ThemeName) => [
  ...pairs.flatMap(({ text, grounds, least }) =>
    grounds.flatMap((ground) => {
      const found = contrast(tokenOf(text, theme), tokenOf(ground, theme))
      return found < least ? [`${text} on ${ground}: ${found.toFixed(2)} of ${least}`] : []
    }),
  ),
  // Small buttons that take a price stand on the pressed ground of a card.
  ...['rise', 'fall', 'accent', 'text-1', 'text-2'].flatMap((name) =>
    ['page', 'raised'].flatMap((surface) => {
      const found = contrast(tokenOf(name, theme), over(tokenOf('pressed', theme), tokenOf(surface, theme)))
      return found < 4.5 ? [`${name} on the pressed ground on ${surface}: ${found.toFixed(2)} of 4.5`] : []
    }),
  ),
  ...softs.flatMap((name) =>
    ['page', 'raised', ...(name === 'accent' ? ['well'] : [])].flatMap((surface) => {
      const found = contrast(tokenOf(name, theme), over(tokenOf(`${name}-soft`, theme), tokenOf(surface, theme)))
      return found < 4.5 ? [`${name} on its soft ground on ${surface}: ${found.toFixed(2)} of 4.5`] : []
    }),
  ),
]

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  test('LOOK-1 every colour that is read stands out from every ground it stands on', () => {
    expect(weak(theme)).toEqual([])
  })
})

test('LOOK-1 the sum is that of WCAG 2: black on white is 21, a colour on itself 1', () => {
  expect(contrast([0, 0, 0, 1], [255, 255, 255, 1])).toBeCloseTo(21)
  expect(contrast(over([9, 9, 9, 0], [80, 90, 100, 1]), [80, 90, 100, 1])).toBe(1)
})

test('LOOK-1 what a swap of rise and fall sets is all that depends on it', () => {
  const swapped = /:root\[data-rise='red'\] \{([^}]*)\}/.exec(css)?.[1] ?? ''
  const names = (text: string) => [...text.matchAll(/--((?:rise|fall)[\w-]*):/g)].map(([, name = '']) => name)
  expect(names(swapped)).toEqual(names(root))
})

test('LOOK-2 the bar around the page has the colour of the page, in each theme', () => {
  const bars = [...textOf('index.html').matchAll(/<meta name="theme-color" content="(#\w{6})" data-theme="(\w+)"/g)]
  expect(Object.fromEntries(bars.map(([, color = '', theme = '']) => [theme, color]))).toEqual({
    dark: '#1b2c42',
    light: '#f3f6fa',
  })
  expect(declared.get('page')).toBe('light-dark(#f3f6fa, #1b2c42)')
})
