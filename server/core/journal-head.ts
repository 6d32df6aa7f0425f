/** The name of the `meta` value that says where the journal begins. */
export const journalHead = 'journal_head'
export type Money = { free: bigint; held: bigint }
/** The last archived entry, and what the lines of all archived entries add up to, by balance. */
export type JournalHead = { readonly seq: number; readonly hash: string; readonly sums: ReadonlyMap<string, Money> }
type Stored = { seq: number; hash: string; sums: readonly (readonly [id: string, free: string, held: string])[] }
const wholeJournal: JournalHead = { seq: 0, hash: '', sums: new Map() }

export const writeHead = ({ seq, hash, sums }: JournalHead) =>
  JSON.stringify({
    seq,
    hash,
    sums: [...sums].map(([id, { free, held }]) => [id, String(free), String(held)]),
  } satisfies Stored)
/** Where the journal begins; a journal that was never archived begins with its first entry. */
export const readHead = (text: string | null): JournalHead => {
  if (text === null) return wholeJournal
  const { seq, hash, sums }: Stored = JSON.parse(text)
  return { seq, hash, sums: new Map(sums.map(([id, free, held]) => [id, { free: BigInt(free), held: BigInt(held) }])) }
}
