import { optionVenue } from '#tests/support/option-venue.ts'
import { expect, test } from 'vitest'

const settings = { option: { stillMs: 60_000 } }
const everySecond = (atMs: number) => 100 + Math.floor(atMs / 1000) / 100
const inSteps = (everyMs: number) => (atMs: number) => 100 + Math.floor(atMs / everyMs) / 100
/** Moves each second, and stands still from an instant on. */
const stillFrom = (fromMs: number) => (atMs: number) => everySecond(Math.min(atMs, fromMs))

test.each([
  ['a price that stands still', () => 100, 'market_still'],
  ['a step a minute', inSteps(60_000), 'market_still'],
  ['a step every twenty seconds', inSteps(20_000), 'market_still'],
  ['a step every ten seconds', inSteps(10_000), undefined],
  ['a price that moves each second', everySecond, undefined],
  // 51 comparisons: 15 equal ones times 3.5 are more than the stake, 14 are less.
  ['still for 24 seconds', stillFrom(66_000), 'market_still'],
  ['still for 23 seconds', stillFrom(67_000), undefined],
] as const)('OPT-31 even is refused where it ends so too often: %s', async (_name, price, reason) => {
  const { until, submit, ann } = await optionVenue(1, { settings })
  await until(90_000, price)
  expect((await submit(ann, { type: 3 })).reason).toBe(reason)
  expect(await submit(ann, { type: 1 })).toMatchObject({ type: 'ok' })
})

test('OPT-31 even is refused until enough of the price is known, and after a silence', async () => {
  const { until, submit, ann } = await optionVenue(1, { settings })
  await until(18_000, everySecond)
  expect(await submit(ann, { type: 3 })).toMatchObject({ reason: 'market_still' })
  await until(20_000, everySecond)
  expect(await submit(ann, { type: 3 })).toMatchObject({ type: 'ok' })
})
