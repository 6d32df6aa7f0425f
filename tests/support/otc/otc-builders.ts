import { encode } from '#contract/wire/coded.ts'
import { ad, otcMarket, otcOrder, type Ad, type Merchant, type OtcMarket, type OtcOrder } from '#contract/otc.ts'

const minuteMs = 60_000
const nothing = {
  bank_branch: null, swift_code: null, bank_address: null, residence_address: null, postal_code: null, alipay_account: null, alipay_qr_code: null,
  wechat_account: null, wechat_nickname: null, wechat_qr_code: null,
}
/** An order of 100 USDT for 101 USD, just placed, as its buyer sees it. */
export const anOtcOrder = (some: Partial<OtcOrder> = {}): OtcOrder => ({
  id: '7', order_no: 'C20260105000007', ad_id: '3', my_role: 'buyer', side: some.my_role === 'seller' ? 'sell' : 'buy',
  buyer: { user_id: 1, chat_user_id: '1', nickname: 'Ben', avatar: null, real_name: 'BEN LEE', is_bot: false },
  seller: { user_id: 2, chat_user_id: '2', nickname: 'Ann', avatar: null, real_name: 'ANN LEE', is_bot: false },
  currency_id: 3, currency_name: 'USDT', fiat: 'USD', unit_price: '1.01', number: '100', total_amount: '101', way: 'bank',
  payee: { ...nothing, way: 'bank', real_name: 'ANN LEE', bank_name: 'HSBC', bank_account: '12345678' }, fee: '0.1', fee_payer: 'seller', escrow: '100.1',
  payment_vouchers: [], appeals: [], ruling: null, status: 'to_be_paid', cancel_reason: null, create_time: '2026-01-05 00:00:00', create_ms: 1_000_000, paid_ms: null,
  pay_deadline_ms: 1_000_000 + 15 * minuteMs, confirm_deadline_ms: null, moved_ms: 0, ended_ms: null, server_now_ms: 1_000_000, may: [], rev: 1, offers: [], split: null, ratings: [], may_rate: false, ...some,
})
export const aMerchant = (some: Partial<Merchant> = {}): Merchant => ({
  user_id: 2, nickname: 'Ann', avatar: null, is_merchant: true, is_bot: false, since_time: '2026-01-01 00:00:00', done_count: 12, done_30d: 10, finish_rate: '98.5',
  avg_pay_s: 300, avg_release_s: 180, online: true, rating_count: 4, rating_good: '75', is_blocked: false, bail_status: null, bail_amount: null, bail_required: null, bail_currency_id: null, published: null, open_ads: null,
  open_orders: null, may: [], rev: 1, ...some,
})
export const anAd = (some: Partial<Ad> = {}): Ad => ({
  id: '3', ad_no: 'A20260105000003', side: 'sell', currency_id: 3, currency_name: 'USDT', fiat: 'USD', price: '1.01', total_number: '500', surplus_number: '500',
  locked_number: '0', done_number: '0', min_amount: '50', max_amount: '400', ways: ['bank'], pay_minutes: 15, remark: '', escrow: '500.5', fee_rate: '0.001',
  status: 'on_shelf', merchant: aMerchant(), mine: false, create_time: '2026-01-05 00:00:00', rev: 1, margin: '', hours: '', is_open: true, ...some,
})
export const anOtcMarket = (): OtcMarket => ({
  coins: [{ currency_id: 3, currency_name: 'USDT', logo: '', decimal_scale: 6, min_number: '1', index_price: '1' }],
  fiats: [{ code: 'USD', symbol: '$', scale: 2, min_amount: '10', max_amount: '50000', rate: '1' }], ways: [{ way: 'bank', name_key: 'otc:ways.bank' }],
  pay_minutes: [15, 30], confirm_minutes: 30, fee_rate: '0.001', price_band: '0.1', bail: { amount: '1000', currency_id: 3 }, unfinished_max: 3,
})
/** The same as the wire brings them. */
export const onWire = {
  order: (some: Partial<OtcOrder> = {}) => encode(otcOrder, anOtcOrder(some)),
  ad: (some: Partial<Ad> = {}) => encode(ad, anAd(some)),
  market: () => encode(otcMarket, anOtcMarket()),
}
