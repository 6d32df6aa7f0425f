import { codeOf, filesIn, textOf } from '#tests/support/files.ts'
import { expect, test } from 'vitest'

const tokens = 'src/ui/tokens.css'
const styles = [...filesIn('src', /\.css$/), ...filesIn('packages', /module\.css$/)]
const pieces = [...filesIn('src', /\.tsx$/), ...filesIn('packages', /\.tsx$/)]
const code = filesIn('src', /\.tsx?$/)

const colour = /#[0-9a-f]{3,8}\b(?![\w-])|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(\s*[\d.]/i
const named = /:\s*[^;]*\b(?:white|black|red|green|blue|gray|grey|orange|yellow|purple|pink)\b/

const bare = (css: string) =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/url\([^)]*\)/g, '')
    .replace(/var\([^)]*\)/g, 'var()')
const linesWith = (text: string, what: RegExp) =>
  text
    .split('\n')
    .filter((line) => what.test(line))
    .map((line) => line.trim())

test('HOUSE-4 colours live in tokens.css alone', () => {
  const inStyles = styles
    .filter((file) => file !== tokens)
    .flatMap((file) =>
      [...linesWith(bare(textOf(file)), colour), ...linesWith(bare(textOf(file)), named)].map(
        (line) => `${file}: ${line}`,
      ),
    )
  const inCode = code.flatMap((file) =>
    linesWith(codeOf(file), /['"`](?:#[0-9a-f]{3,4}|#[0-9a-f]{6}|#[0-9a-f]{8})['"`]|['"`](?:rgb|hsl)a?\(/i).map(
      (line) => `${file}: ${line}`,
    ),
  )
  expect([...inStyles, ...inCode]).toEqual([])
})

/** Text a person would read, standing in the code: between tags, or in an attribute that is spoken or shown. */
const sentences = (text: string) => [
  ...[...text.matchAll(/>\s*([^<>{}=;()&|?]*[\p{L}]{2,}[^<>{}=;()&|?]*?)\s*<\/[A-Za-z]/gu)].map(([, words = '']) =>
    words.trim(),
  ),
  ...[
    ...text.matchAll(
      /\b(?:aria-label|aria-description|aria-roledescription|placeholder|title|alt|label)=(?:"([^"]*\p{L}[^"]*)"|\{'([^']*\p{L}[^']*)'\})/gu,
    ),
  ].map(([, one = '', other = '']) => one + other),
]

test('HOUSE-5 no sentence for people stands in code', () => {
  expect(pieces.flatMap((file) => sentences(codeOf(file)).map((words) => `${file}: ${words}`))).toEqual([])
})
test('HOUSE-5 the rule bites', () => {
  expect(sentences('<p>Hello there</p>')).toEqual(['Hello there'])
  expect(sentences('<b>{t("x")}</b>')).toEqual([])
  expect(sentences('<input placeholder="Type here" />')).toEqual(['Type here'])
  expect(sentences('const a = (x: Array<string>) => x.length > 2 && y < 3')).toEqual([])
})
test('HOUSE-6 no script and no style sheet stands in the page itself, so that the policy can forbid both', () => {
  expect(textOf('index.html')).not.toMatch(/<style|\son\w+=|<script(?![^>]*\bsrc=)/)
})

/** A minus, a dash for what is not known, or a sign of per cent in another shape than that of `lib/format`. */
const oddSigns = (text: string) =>
  [...text.matchAll(/['"`]−(?!['"`], )|['"`]–['"`]|\}\}\s%|[\d})]\s%(?!\s*[\w({])/gu)].map(([found]) => found)
test('FORMAT-4 no code and no sentence writes numbers in a shape of its own', () => {
  const inCode = code.flatMap((file) => oddSigns(codeOf(file)).map((found) => `${file}: ${found}`))
  const inWords = [...filesIn('locales', /\.json$/), ...filesIn('server/features/news/texts', /\.json$/)].flatMap(
    (file) => oddSigns(textOf(file)).map((found) => `${file}: ${found}`),
  )
  expect([...inCode, ...inWords]).toEqual([])
})
test('FORMAT-4 the rule bites', () => {
  expect(
    ['`−${x}`', "x === null ? '–' : x", '`${x} %`', '{{percent}} % left', 'from 0.1 %.'].filter(
      (line) => oddSigns(line).length === 0,
    ),
  ).toEqual([])
  expect(['a – b', '`${x}%`', '(a) % b', 'at % 3 === 0', '100% of it'].flatMap(oddSigns)).toEqual([])
})

/**
 * A rule for what is over and went well (`data-status='passed'`) that wears the colour of a rise, which people may swap
 * with that of a fall.
 */
const swapped = (css: string) =>
  [
    ...css.matchAll(
      /data-(?:status|state)='(?:passed|confirmed|held|on_shelf|done|verified|completed|rejected|failed)'\][^{]*\{[^}]*var\(--(?:rise|fall)/g,
    ),
  ].map(([found]) => found.split('{')[0]?.trim() ?? '')
test('LOOK-4 how a case stands is told in a colour of its own, never in that of a rise or a fall', () => {
  expect(swapped("&[data-status='passed'] {\n  color: var(--rise);\n}")).toEqual(["data-status='passed']"])
  expect(styles.flatMap((file) => swapped(textOf(file)).map((rule) => `${file}: ${rule}`))).toEqual([])
})

/** What a feature says of the width of a whole page, form or list: the page knows it, and its header with it. */
const widths = (css: string) =>
  [...css.matchAll(/\.(?:page|form|list|order|wide|halves|beside)\s*\{[^{}]*max-inline-size: \d+px/g)].map(
    ([found]) => found.split('{')[0]?.trim() ?? '',
  )
test('LOOK-7 no feature says how wide its page is', () => {
  expect(widths('.page {\n  display: grid;\n  max-inline-size: 520px;\n}')).toEqual(['.page'])
  expect(widths('.page {\n  max-inline-size: none;\n}\n.note {\n  max-inline-size: 420px;\n}')).toEqual([])
  // Who is not in yet has a form of its own width, with the words of the house beside it.
  const free = /\/(?:session|lock)\//
  expect(
    styles.filter((file) => !free.test(file)).flatMap((file) => widths(textOf(file)).map((rule) => `${file}: ${rule}`)),
  ).toEqual([])
})
