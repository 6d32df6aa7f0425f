import { languages } from '#contract/wire/languages.ts'
import {
  formatAge,
  formatChange,
  formatCompact,
  formatDate,
  formatFraction,
  formatTime,
  instantOf,
  tagOf,
} from '#src/lib/format.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { expect, test } from 'vitest'

test('FORMAT-1 every language has a tag that Intl knows', () => {
  expect(languages.map((lang) => new Intl.NumberFormat(tagOf(lang)).resolvedOptions().locale.split('-')[0])).toEqual([
    'en',
    'ja',
    'ko',
    'es',
    'zh',
    'zh',
    'th',
  ])
})

test.each([
  ['en', '1,234.50'],
  ['jp', '1,234.50'],
  ['kr', '1,234.50'],
  ['esp', '1.234,50'],
  ['zh', '1,234.50'],
  ['hk', '1,234.50'],
  ['th', '1,234.50'],
] as const)('FORMAT-1 one column has one number of decimals in %s', (lang, shown) => {
  expect(numbersIn(lang).places('1234.5', 2)).toBe(shown)
})

test('FORMAT-1 no digit is lost on the way', () => {
  const { exact } = numbersIn('en')
  expect(exact('123456789012345678.12345678')).toBe('123,456,789,012,345,678.12345678')
  expect(exact('0.00000001')).toBe('0.00000001')
})

test('FORMAT-1 large numbers are said in short, each language in its own way', () => {
  expect(['en', 'zh', 'kr'].map((lang) => formatCompact('123456789', lang))).toEqual(['123.45M', '1.23亿', '1.23억'])
})

test('FORMAT-1 a result in three digits has its sign and is rounded down', () => {
  const { short } = numbersIn('en')
  expect(['0', '5.19', '-5.11', '-999.9', '1234.5', '-12345678'].map(short)).toEqual([
    '0.0',
    '+5.1',
    '−5.2',
    '−1,000',
    '+1.23K',
    '−12.35M',
  ])
})

test('FORMAT-1 what is no decimal is shown as it is', () => {
  const { places, exact, compact } = numbersIn('en')
  expect([places('—', 2), exact(''), compact('x')]).toEqual(['—', '', 'x'])
})

test('FORMAT-2 a change always bears its sign, and zero bears none', () => {
  expect(['+3.25', '3.25', '-1.08', '0', '+0.00', '-0.001'].map((change) => formatChange(change, 'en'))).toEqual([
    '+3.25%',
    '+3.25%',
    '−1.08%',
    '0.00%',
    '0.00%',
    '−0.01%',
  ])
})

test('FORMAT-2 a share is written like a change in every language: the sign of per cent stands at the number', () => {
  expect(languages.map((lang) => formatFraction('0.0025', lang))).toEqual(
    languages.map((lang) => (lang === 'esp' ? '0,25%' : '0.25%')),
  )
  expect(formatChange('3.25', 'esp')).toBe('+3,25%')
})

test('FORMAT-3 an instant has one shape, whatever the language; a day in English is written as in Britain', () => {
  expect(formatTime(Date.parse('2026-11-21T22:55:00'))).toBe('2026-11-21 22:55:00')
  expect(formatTime(Date.parse('2026-01-02T00:04:05'))).toBe('2026-01-02 00:04:05')
  expect(formatDate(Date.UTC(2026, 10, 25, 12), 'en')).toBe('25 Nov 2026')
})

test('FORMAT-3 Thai years are those of the common era', () => {
  expect(formatDate(Date.UTC(2026, 5, 1, 12), 'th')).toContain('2026')
})

test('FORMAT-3 a time of the wire is UTC; the age of a thing is in the greatest unit that fits', () => {
  expect(instantOf('2026-01-02 03:04:05')).toBe(Date.UTC(2026, 0, 2, 3, 4, 5))
  expect(instantOf('soon')).toBeNull()
  expect([0, 59_999, 60_000, 3_600_000, 90_000_000, -5].map((age) => formatAge(age, 'en'))).toEqual([
    '0 sec',
    '59 sec',
    '1 min',
    '1 hr',
    '1 day',
    '0 sec',
  ])
})
