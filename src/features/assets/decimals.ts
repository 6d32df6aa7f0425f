/** The decimals an amount needs: its own without padding, at least two. */
export const decimalsFor = (text: string) => Math.max(2, (text.split('.')[1] ?? '').replace(/0+$/, '').length)
/** Of an average price: two decimals from one on, more below. */
export const averageScale = (price: string) => (price.startsWith('0') ? 6 : 2)
