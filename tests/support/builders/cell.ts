import type { Cell } from '#contract/assets/assets.ts'

/**
 * A coin of an account, USDT by default; without balances, because which of them it has says which account it belongs
 * to.
 */
export const aCell = (changes: Partial<Cell> = {}): Cell => ({
  id: changes.currency ?? 3,
  currency: 3,
  currency_name: 'USDT',
  currency_logo: '',
  currency_type: '',
  is_legal: true,
  is_lever: true,
  is_match: true,
  is_micro: true,
  usdt_price: '1',
  cny_price: '7',
  pb_price: '1',
  seq: 1,
  ...changes,
})
