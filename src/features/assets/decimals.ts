import { baseCoin } from '#contract/wire/limits.ts'

/** The decimals an amount needs: its own without padding, at least two. */
export const decimalsFor = (text: string) => Math.max(2, (text.split('.')[1] ?? '').replace(/0+$/, '').length)
/** Of a balance in a list: two of the base coin, its own of any other. */
export const balanceScale = (text: string, coin: string) => (coin === baseCoin.name ? 2 : decimalsFor(text))
/** Of an average price: two decimals from one on, more below. */
export const averageScale = (price: string) => (price.startsWith('0') ? 6 : 2)
