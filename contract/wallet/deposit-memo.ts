// A deposit to a shared address names its person by a number with two check digits, so that a slip names nobody.

const base = 97n

/** The memo of an account: its number, and two check digits (ISO 7064, MOD 97-10). */
export const memoOf = (user: number): string => {
  const left = BigInt(user) * 100n
  return `${user}${String(base + 1n - (left % base)).padStart(2, '0')}`
}
/** The account that a memo names; null for a text that is none. */
export const userOfMemo = (text: string): number | null => {
  const memo = text.trim()
  return /^[1-9]\d{2,15}$/.test(memo) && BigInt(memo) % base === 1n ? Number(memo.slice(0, -2)) : null
}
