import { languages } from '#contract/wire/languages.ts'
import { createMemoryVenue } from '#server/memory.ts'
import { expect, test } from 'vitest'

/** What people do here, each with a text of its own. */
const products = ['order', 'deposit', 'withdraw', 'otc', 'contracts', 'rounds', 'finance', 'community', 'stolen']

test.each(languages)('the help has a text for each product in %s', (lang) => {
  const { tables } = createMemoryVenue().venue.ctx
  const found = products.map((word) => tables.news.one('key', `help-${word}|${lang}`))
  expect(found.map((text) => [text?.c_id, (text?.content ?? '').length > 60])).toEqual(products.map(() => [19, true]))
  expect(new Set(found.map((text) => text?.title)).size).toBe(products.length)
})
