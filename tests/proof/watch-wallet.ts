import { logTypes } from '#contract/wire/booking.ts'
import { parseDec } from '#contract/wire/money.ts'
import type { Deposit, RemittanceRow } from '#server/features/wallet/deposit/rows.ts'
import type { FlashRow, GiftSide, QuoteRow } from '#server/features/assets/rows.ts'
import type { ConversionRow } from '#server/features/mining/rows.ts'
import type { Withdrawal } from '#server/features/wallet/withdraw/rows.ts'
import type { Group } from '#server/core/store-port.ts'
import type { OnBreach } from './watch-ledger.ts'

/** The rate of the exchange's fee, 0.1 %, in units of 10^-8; taken from the contract and not from the venue. */
const flashFee = 100_000n
const one = 100_000_000n
type Posting = readonly [owner: number | string, asset: number, kind: string, free: string, held: string]
type Ports = { leftOf: (hold: string) => bigint; onBreach: OnBreach; count: (name: string) => void }
type Moves = Readonly<Record<string, bigint>>
type Credited = Pick<Deposit, 'status' | 'files' | 'user'>

/** Whether an entry belongs to a deposit, remittance, withdrawal, exchange or gift. */
export const isWalletRef = (ref: string) => /^(?:deposit|remittance|withdraw|flash|gift):/.test(ref)
const linesOf = (text: string): Posting[] => JSON.parse(text)
const isSame = (a: Moves, b: Moves) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) => (a[name] ?? 0n) === (b[name] ?? 0n))

/**
 * Follows money that comes, goes and is exchanged, by the rows and entries that are written: L9, L10, L12, L13, X1, and
 * L17 for gifts.
 */
export function watchWallet({ leftOf, onBreach, count }: Ports) {
  /** What each of them has moved so far, by owner and coin. */
  const moved = new Map<string, Record<string, bigint>>()
  const withdrawals = new Map<number, Withdrawal>()
  const quotes = new Map<string, QuoteRow>()
  /** When each quote ends, as it was first told. */
  const ends = new Map<string, number>()
  /** The state of each deposit and remittance, by its reference. */
  const states = new Map<string, string>()
  /** What was shown as proof of what has been credited. */
  const proofs = new Map<string, string>()
  /** Quotes that were used up by the group that is read, and not yet by a row of it. */
  let spent: QuoteRow[] = []

  const readEntries = ({ entries }: Pick<Group, 'entries'>) => {
    for (const { ref, lines, type } of entries) {
      // What inviters get comes out of the fee that is there already.
      if (!isWalletRef(ref) || type === logTypes.rebate) continue
      const sums = moved.get(ref) ?? {}
      for (const [owner, asset, , free, held] of linesOf(lines))
        sums[`${owner}|${asset}`] = (sums[`${owner}|${asset}`] ?? 0n) + BigInt(free) + BigInt(held)
      moved.set(ref, sums)
    }
  }
  const expectMoves = (rule: string, ref: string, must: Moves) => {
    if (!isSame(moved.get(ref) ?? {}, must)) onBreach(rule, ref)
  }
  const expectQuote = (rule: string, ref: string, user: number, fits: (quote: QuoteRow) => boolean) => {
    const at = spent.findIndex((quote) => quote.user === user && fits(quote))
    if (at < 0) onBreach(rule, `${ref} without its quote`)
    return at < 0 ? undefined : spent.splice(at, 1)[0]
  }

  const readWithdrawal = (row: Withdrawal) => {
    const { id, user, coin, status } = row
    const ref = `withdraw:${id}`
    const before = withdrawals.get(id)
    const isNext = before
      ? before.status === 'processing' && before.user === user && before.coin === coin && before.number === row.number
      : status === 'processing'
    const [number, fee, receipt] = [parseDec(row.number), parseDec(row.fee), parseDec(row.receipt)]
    if (!isNext || number !== fee + receipt || leftOf(ref) !== (status === 'processing' ? number : 0n))
      onBreach('L12', ref)
    expectMoves(
      'L12',
      ref,
      status === 'passed' ? { [`${user}|${coin}`]: -number, [`external|${coin}`]: receipt, [`fee|${coin}`]: fee } : {},
    )
    count(`withdraw ${status}`)
    withdrawals.set(id, row)
  }
  const readCredited = (
    ref: string,
    row: Credited,
    shown: readonly string[],
    coin: number,
    amount: bigint,
    fee: bigint,
  ) => {
    const before = states.get(ref)
    if (before === undefined ? row.status !== 'processing' : before !== 'processing') onBreach('L13', ref)
    states.set(ref, row.status)
    count(`${ref.split(':')[0]} ${row.status}`)
    if (row.status !== 'passed') return expectMoves('L13', ref, {})
    expectMoves('L13', ref, {
      [`${row.user}|${coin}`]: amount,
      [`external|${coin}`]: -(amount + fee),
      [`fee|${coin}`]: fee,
    })
    for (const proof of shown) {
      if (proofs.has(proof)) onBreach('L13', `${proof} for ${proofs.get(proof)} and ${ref}`)
      proofs.set(proof, ref)
    }
  }
  const readDeposit = (row: Deposit) => {
    const transaction = /^[0-9a-f]{64}$/.test(row.sender) ? [`${row.network} ${row.sender}`] : []
    readCredited(
      `deposit:${row.id}`,
      row,
      [...row.files, ...transaction],
      row.coin,
      parseDec(row.credited),
      parseDec(row.fee),
    )
  }
  const readRemittance = (row: RemittanceRow) => {
    const ref = `remittance:${row.id}`
    const isFitting = (quote: QuoteRow) =>
      quote.kind === 'remittance' &&
      quote.account === row.account &&
      quote.num === row.amount &&
      quote.result === row.result &&
      quote.fee === row.fee
    if (!states.has(ref)) expectQuote('L13', ref, row.user, isFitting)
    readCredited(ref, row, row.files, 3, parseDec(row.result), parseDec(row.fee))
  }
  const readFlash = ({ id, user, left, right, num, received, fee, at }: FlashRow) => {
    const ref = `flash:${id}`
    const quote = expectQuote(
      'L9',
      ref,
      user,
      (quote) =>
        quote.kind === 'flash' &&
        quote.from === left &&
        quote.to === right &&
        quote.num === num &&
        quote.result === received &&
        quote.fee === fee,
    )
    if (quote && at >= (ends.get(quote.id) ?? 0)) onBreach('X1', `${ref} after the end of its quote`)
    const [given, got, cost] = [parseDec(num), parseDec(received), parseDec(fee)]
    // The fee is rounded against who pays it, and never nothing.
    if (cost <= 0n || cost * one < (got + cost) * flashFee) onBreach('L10', ref)
    expectMoves('L9', ref, {
      [`${user}|${left}`]: -given,
      [`house|${left}`]: given,
      [`${user}|${right}`]: got,
      [`fee|${right}`]: cost,
      [`house|${right}`]: -(got + cost),
    })
    count('flash')
  }
  const readConversion = ({ id, user, num, result, fee, at }: ConversionRow) => {
    const quote = expectQuote(
      'X1',
      `conversion:${id}`,
      user,
      (each) => each.kind === 'mining' && each.num === num && each.result === result && each.fee === fee,
    )
    if (quote && at >= (ends.get(quote.id) ?? 0)) onBreach('X1', `conversion:${id} after the end of its quote`)
  }
  const readGift = ({ id, user, peer, direction, coin, number, fee }: GiftSide) => {
    if (direction === 'in') return
    const [amount, cost] = [parseDec(number), parseDec(fee)]
    expectMoves('L17', `gift:${id}`, {
      [`${user}|${coin}`]: -(amount + cost),
      [`${peer}|${coin}`]: amount,
      [`fee|${coin}`]: cost,
    })
    count('gift')
  }
  const readQuote = (row: QuoteRow) => {
    const before = quotes.get(row.id)
    if (before?.isUsed) onBreach('L9', `quote ${row.id} used again`)
    if (row.isUsed) spent.push(row)
    if (!before) ends.set(row.id, row.expiresAt)
    quotes.set(row.id, row)
  }
  const readers: Readonly<Record<string, (body: string) => void>> = {
    withdrawals: (body) => readWithdrawal(JSON.parse(body)),
    deposits: (body) => readDeposit(JSON.parse(body)),
    remittances: (body) => readRemittance(JSON.parse(body)),
    flashes: (body) => readFlash(JSON.parse(body)),
    mining_conversions: (body) => readConversion(JSON.parse(body)),
    gift_sides: (body) => readGift(JSON.parse(body)),
  }
  return {
    read: (group: Group) => {
      spent = []
      readEntries(group)
      for (const { table, id, body } of group.rows) {
        if (table !== 'quotes') continue
        if (body === null) {
          quotes.delete(String(id))
          ends.delete(String(id))
        } else readQuote(JSON.parse(body))
      }
      for (const { table, body } of group.rows) if (body !== null) readers[table]?.(body)
      for (const { id } of spent) onBreach('L9', `quote ${id} used for nothing`)
    },
  }
}
