import type { Cell } from '#contract/assets.ts'

/** A coin of the spot account. */
export const aCell = (name: string, changes: Partial<Cell> = {}): Cell => ({
  id: 12, currency: 1, currency_name: name, currency_logo: '', currency_type: '', is_legal: true, is_lever: true, is_match: true,
  is_micro: true, usdt_price: '1', cny_price: '7', pb_price: '1', seq: 1, change_balance: '0', lock_change_balance: '0', ...changes,
})
