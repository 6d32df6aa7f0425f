import { sayingIn } from '#contract/notification/notification-saying.ts'
import type { NotificationContent } from '#contract/wire/notification.ts'
import { wayOf } from '#src/parts/notifications/saying.ts'
import { expect, test } from 'vitest'

const hit: NotificationContent = {
  subject: 'lever_stop_loss',
  ref: '1',
  symbol: 'BTC/USDT',
  side: 'long',
  amount: '-10.91',
  coin: 'USDT',
  price: '95990.40',
  title: '96000',
}
test('a stop of a contract tells its price, its trigger and the slip between them; one that was told before those words existed stays as it was', () => {
  expect(sayingIn(hit, 'en')).toEqual({
    key: 'says.lever_stop_loss_at',
    params: { symbol: 'BTC/USDT', coin: 'USDT', title: '96,000', price: '95,990.40', amount: '−10.91', slip: '0.01' },
  })
  expect(sayingIn({ ...hit, title: null }, 'en').key).toBe('says.lever_stop_loss')
})
test('what a trigger of a contract tells leads to that contract, and of spot to its market', () => {
  const expired: NotificationContent = { ...hit, subject: 'trigger_expired', amount: null, price: null, title: null }
  expect(wayOf(expired)).toBe('/pages/option/detail?market=BTC-USDT')
  expect(wayOf({ ...expired, side: null })).toContain('/pages/trade/index')
  expect(wayOf(hit)).toBe('/pages/option/detail?market=BTC-USDT')
})
