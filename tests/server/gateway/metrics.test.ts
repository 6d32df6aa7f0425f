import { mayReadMetrics } from '#server/gateway/metrics.ts'
import { expect, test } from 'vitest'

const requestFrom = (address: string, headers: Record<string, string> = {}) => ({
  address,
  header: (name: string) =>
    Object.entries(headers).find(([headerName]) => headerName.toLowerCase() === name.toLowerCase())?.[1],
})

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])(
  'OPS-1 without a token the metrics can be read from this machine: %s',
  (address) => {
    expect(mayReadMetrics(undefined, requestFrom(address))).toBe(true)
  },
)
test.each(['192.168.1.5', '::ffff:10.0.0.1', '', '127.0.0.1.evil.test'])(
  'OPS-1 without a token no other machine can read the metrics: %s',
  (address) => {
    expect(mayReadMetrics(undefined, requestFrom(address))).toBe(false)
  },
)
test.each([
  ['Forwarded', 'for=203.0.113.9'],
  ['X-Forwarded-For', '203.0.113.9'],
  ['x-forwarded-proto', 'https'],
  ['X-Forwarded-Host', 'kontor.test'],
  ['X-Real-IP', '203.0.113.9'],
  ['Via', '1.1 proxy'],
  ['X-Forwarded-For', '127.0.0.1'],
])('OPS-1 a request through a proxy on this machine does not count as this machine: %s %s', (name, value) => {
  expect(mayReadMetrics(undefined, requestFrom('127.0.0.1', { [name]: value }))).toBe(false)
})
test('OPS-1 with a token only its bearer can read the metrics, from anywhere', () => {
  expect(mayReadMetrics('m', requestFrom('127.0.0.1'))).toBe(false)
  expect(mayReadMetrics('m', requestFrom('127.0.0.1', { Authorization: 'Bearer n' }))).toBe(false)
  expect(
    mayReadMetrics('m', requestFrom('203.0.113.9', { Authorization: 'Bearer m', 'X-Forwarded-For': '203.0.113.9' })),
  ).toBe(true)
})
test('OPS-1 in production without a token nobody reads them, not even this machine: a proxy on it may add no header at all', () => {
  expect(mayReadMetrics(undefined, requestFrom('127.0.0.1'), true)).toBe(false)
  expect(mayReadMetrics('m', requestFrom('127.0.0.1', { Authorization: 'Bearer m' }), true)).toBe(true)
})
