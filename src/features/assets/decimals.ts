/** The decimals an amount needs: its own without padding, at least two. */
export const decimalsFor = (text: string) => Math.max(2, (text.split('.')[1] ?? '').replace(/0+$/, '').length)
