import { formatDec, mulDec, parseDec } from '#contract/wire/money.ts'

/** A sum of decimals, of the second multiplied by the third if there is one. */
export const addDec = (sum: string, amount: string, times?: string) => {
  const more = times === undefined ? parseDec(amount) : mulDec(parseDec(amount), parseDec(times))
  return formatDec(parseDec(sum) + more)
}
