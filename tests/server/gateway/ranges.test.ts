import { partOf } from '#server/gateway/ranges.ts'
import { expect, test } from 'vitest'

const bytes = Uint8Array.from({ length: 10 }, (_, at) => at)
test.each([
  [undefined, 200, null, '0123456789'],
  ['bytes=0-', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=3-5', 206, 'bytes 3-5/10', '345'],
  ['bytes=8-99', 206, 'bytes 8-9/10', '89'],
  ['bytes=-3', 206, 'bytes 7-9/10', '789'],
  ['bytes=-99', 206, 'bytes 0-9/10', '0123456789'],
  ['bytes=10-', 416, 'bytes */10', null],
  ['bytes=-0', 416, 'bytes */10', null],
  ['bytes=5-3', 200, null, '0123456789'],
  ['bytes=0-1,4-5', 200, null, '0123456789'],
  ['lines=0-1', 200, null, '0123456789'],
  ['bytes=-', 200, null, '0123456789'],
])('CHAT-77 asked for %s', (asked, status, range, sent) => {
  const part = partOf(bytes, asked)
  expect([part.status, 'range' in part ? part.range : null, 'bytes' in part ? [...part.bytes].join('') : null]).toEqual(
    [status, range, sent],
  )
})
