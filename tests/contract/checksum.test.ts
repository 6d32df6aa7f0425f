import { crc32 as nodeCrc32 } from 'node:zlib'
import { bookChecksum, crc32 } from '#contract/wire/checksum.ts'
import { expect, test } from 'vitest'

test('M11 the checksum is the common CRC-32', () => {
  expect(crc32('')).toBe(0)
  expect(crc32('123456789')).toBe(0xcbf43926)
  expect(crc32('64000.5:0.25,64001:12')).toBe(nodeCrc32('64000.5:0.25,64001:12'))
})
test('M11 the checksum reads price:amount, bids then asks', () => {
  expect(
    bookChecksum(
      [
        ['100', '1.5'],
        ['99.5', '2'],
      ],
      [['101', '0.25']],
    ),
  ).toBe(nodeCrc32('100:1.5,99.5:2,101:0.25'))
  expect(bookChecksum([['100', '1']], [])).not.toBe(bookChecksum([['100', '1.0']], []))
  expect(bookChecksum([], [])).toBe(0)
})
test('M11 the checksum covers ten levels of each side and no more', () => {
  const side = (from: number, count: number) => Array.from({ length: count }, (_, at) => [`${from + at}`, '1'] as const)
  const whole = bookChecksum(side(1, 10), side(50, 10))
  expect(bookChecksum(side(1, 12), side(50, 11))).toBe(whole)
  expect(bookChecksum(side(1, 9), side(50, 10))).not.toBe(whole)
})
