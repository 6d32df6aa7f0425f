import { coinsOf, payBounds, soldPercent } from '#src/features/launch/sums.ts'
import { aLaunch } from '#tests/support/builders/launch.ts'
import { expect, test } from 'vitest'

test('LCH-9 what is paid buys coins cut to four decimals, and the bounds of the page are those of the server', () => {
  expect([coinsOf('100', '0.3'), coinsOf('', '0.3'), coinsOf('0.00001', '3')]).toEqual(['333.3333', '0', '0'])
  const bounds = (some: object, rate = '0.3') => payBounds(aLaunch(some), rate, 6)
  expect(bounds({})).toEqual({ min: '3', max: '30' })
  expect(bounds({ last_num: '5' })).toEqual({ min: '1.5', max: '1.5' })
  expect(bounds({ buy_max: '0' })).toEqual({ min: '3', max: '120' })
  expect(bounds({ buy_num: '0.0001' }, '0.33333333')).toMatchObject({ min: '0.000034' })
})
test('LCH-9 the share of an issue that is sold is cut, so that it is full only when nothing is left', () => {
  expect(
    [
      ['1000', '400'],
      ['1000', '0.0001'],
      ['1000', '0'],
      ['0', '0'],
    ].map(([num = '', last_num = '']) => soldPercent({ num, last_num })),
  ).toEqual(['60', '99.9', '100', '0'])
})
