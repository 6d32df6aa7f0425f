import type { Machine, Mining, MyMachine, Reservation, Seat } from '#contract/mining.ts'

const day = 86_400_000
/** A machine for 10 days at 100 USDT, on sale, with a collateral of 50. */
export const aMachine = (some: Partial<Machine> = {}): Machine => ({
  id: 'm', name: 'M1', logo: '', type: 'air', power: 10, threshold: '50', price: '100', currency_id: 3, currency_name: 'USDT', days: 10, daily_reward: '0.0001',
  reward_currency_name: 'BTC', stock: 10, sold: 2, left: 8, per_user: 5, status: 'on_sale', open_ms: null, reservable: true, reservation: null, server_now_ms: 0, ...some,
})
export const aMining = (some: Partial<Mining> = {}): Mining => ({
  power: 0, running: 0, places: 2, places_used: 0, collateral: '100', collateral_used: '0', collateral_currency_id: 3, collateral_min: '10', reward_balance: '0', reward_today: '0',
  reward_total: '0', reward_currency_id: 1, reward_currency_name: 'BTC', convert_rate: '100000', convert_min: '0.00001', next_reward_ms: day, rule_news_id: null, server_now_ms: 0,
  rev: 1, ...some,
})
/** A seat of two places that lasts longer than the machine. */
export const aSeat = (some: Partial<Seat> = {}): Seat => ({
  id: 's', name: 'S', region: 'Norway', places: 2, price: '10', currency_id: 3, currency_name: 'USDT', days: 30, stock: 5, sold: 1, status: 'on_sale', open_ms: null,
  mine: [{ id: '1', places: 2, used: 0, start_ms: 0, end_ms: 31 * day }], server_now_ms: 0, ...some,
})
export const aMyMachine = (some: Partial<MyMachine> = {}): MyMachine => ({
  id: '5', machine_id: 'm', name: 'M1', logo: '', type: 'air', power: 10, price: '100', threshold: '50', seat_id: '1', daily_reward: '0.0001', earned: '0', start_ms: 0,
  end_ms: 11 * day, remain_day: 10, status: 'running', server_now_ms: 0, rev: 1, ...some,
})
export const aReservation = (some: Partial<Reservation> = {}): Reservation => ({
  id: '3', machine_id: 'm', num: 1, place: 1, status: 'waiting', buy_until_ms: null, server_now_ms: 0, rev: 1, ...some,
})
