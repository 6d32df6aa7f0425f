import { aPage } from '#tests/support/builders/page.ts'
import { optionOrder, type OptionOrder } from '#contract/option/option.ts'
import { encode } from '#contract/wire/coded.ts'

/** A stake of 50 USDT on `call` in round 5, with an entry price. */
export const aStake = (id: number, rev: number, some: Partial<OptionOrder> = {}): OptionOrder => ({
  id,
  show_micro_id: id,
  user_id: 7,
  match_id: 1,
  symbol_name: 'BTC/USDT',
  currency_id: 3,
  currency_name: 'USDT',
  type: 'call',
  type_name: 'call',
  seconds: 60,
  number: '50',
  fee: '0.5',
  profit_ratio: '80',
  open_price: '100.00',
  end_price: null,
  round_id: 'BTC-USDT-60-5',
  round_no: 5,
  close_ms: 300_000,
  handled_at: '1970-01-01 00:05:00',
  remain_milli_seconds: 30_000,
  status: 'open',
  status_name: 'open',
  profit_result: null,
  profit_result_name: '',
  fact_profits: '0',
  void_reason: null,
  receipt: null,
  created_at: '1970-01-01 00:04:10',
  updated_at: '1970-01-01 00:04:10',
  complete_at: null,
  rev,
  ...some,
})

/** A page of stakes as the list call returns it. */
export const aStakePage = (...orders: OptionOrder[]) =>
  aPage(
    orders.map((order) => encode(optionOrder, order)),
    { rounds: [], server_now_ms: 0 },
  )
