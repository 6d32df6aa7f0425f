import type { deposit } from '#contract/wallet/deposit.ts'
import { userOfMemo } from '#contract/wallet/deposit-memo.ts'
import { maxReportAgeMs, reports, type Report } from '#contract/wallet/deposit-watch.ts'
import { addressOn } from '#contract/market/market-address.ts'
import { decode } from '#contract/wire/coded.ts'
import { decimalsOf, formatDec, parseDec } from '#contract/wire/money.ts'
import type { Decide } from '#server/core/context.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Coin, Network } from '#server/features/market/rows.ts'
import { chainId, placeOf, poolId, type ChainRow, type Deposit } from './rows.ts'
import { isCredited, moveDeposit, putDeposit } from './settle.ts'
import { isSigned } from './signature.ts'
import type { DepositContext } from './context.ts'

type Place = { coin: Coin; network: Network }
const lineWrong = (line: number) => new Refusal('line_wrong', { line })

/** Whose deposit it is: who was given the address, also before a rotation, or the account that the memo names. */
function ownerOf({ tables }: DepositContext, { network }: Place, { address, memo }: Report): number | null {
  const written = addressOn(network.name, address)
  if (written === null) return null
  const { deposit } = network
  if (deposit?.way === 'memo' && written === deposit.address) {
    const user = userOfMemo(memo ?? '')
    return user !== null && tables.users.get(user) ? user : null
  }
  return tables.depositAddresses.one('place', placeOf(network.name, written))?.user ?? null
}

/** The case of a deposit that was seen, for its owner; null where it belongs to nobody or is too small to credit. */
function openCase(ctx: DepositContext, place: Place, said: Report): Deposit | null {
  const { coin, network } = place
  const user = ownerOf(ctx, place, said)
  const [sent, fee] = [parseDec(said.amount), parseDec(network.deposit?.fee ?? '0')]
  if (user === null || sent < parseDec(network.depositMin) || sent <= fee) return null
  const at = ctx.now()
  return putDeposit(
    ctx,
    {
      id: ctx.tables.deposits.nextId(),
      user,
      coin: coin.id,
      amount: formatDec(sent - fee),
      credited: '0',
      sender: said.txid.toLowerCase(),
      network: network.name,
      address: said.memo ? `${said.address} · ${said.memo}` : said.address,
      files: [],
      fiat: null,
      fiatAmount: null,
      fee: formatDec(fee),
      bankName: null,
      bankAccount: null,
      chain: { output: said.output, confirmations: said.confirmations, needed: network.confirmations },
      status: 'processing',
      remark: null,
      at,
      changedAt: at,
      rev: 0,
    },
    'asked',
  )
}

/**
 * Tells a confirmation; credits a deposit that is done to the watcher and confirmed as often as the network needs,
 * unless it is worth so much that people pass it.
 */
function follow(ctx: DepositContext, row: Deposit, { confirmations, state }: Report): ChainRow['state'] {
  if (row.status !== 'processing') return row.status === 'passed' ? 'credited' : 'stray'
  if (state === 'vanished') {
    moveDeposit(ctx, row, 'reject', { remark: 'vanished' })
    return 'vanished'
  }
  const needed = row.chain?.needed ?? 0
  const counted = Math.min(confirmations, needed)
  const isDone = state === 'done' && confirmations >= needed
  const waits = isDone && ctx.watched.needsPeople(row.coin, row.amount)
  const chain = { output: row.chain?.output ?? 0, confirmations: counted, needed, waits }
  const isSame = counted === row.chain?.confirmations && waits === (row.chain.waits ?? false)
  const next = isSame ? row : putDeposit(ctx, { ...row, chain }, 'confirmed')
  if (!isDone) return 'seen'
  if (isCredited(ctx, next)) {
    moveDeposit(ctx, next, 'reject', { remark: 'duplicate' })
    return 'stray'
  }
  if (waits) return 'seen'
  moveDeposit(ctx, next, 'pass')
  return 'credited'
}

/** Takes one report. What was credited stays; an earlier word than the last one changes nothing. */
function take(ctx: DepositContext, said: Report, saidAt: number, line: number) {
  const { tables } = ctx
  const coin = tables.coins.one('name', said.coin)
  const network = coin?.networks.find(({ name }) => name === said.network)
  if (!coin || !network || decimalsOf(said.amount) > coin.scale) throw lineWrong(line)
  const id = chainId(said.network, said.txid, said.output)
  const before = tables.chainDeposits.get(id)
  if (before && (before.coin !== coin.id || parseDec(before.amount) !== parseDec(said.amount))) throw lineWrong(line)
  if (before && before.saidAt >= saidAt) return
  const way = poolId(coin.id, network.name)
  if (!tables.watchedWays.get(way)) tables.watchedWays.put({ id: way })
  const row = { id, coin: coin.id, network: network.name, amount: said.amount, saidAt }
  // Money that the chain took back after it was credited is gone: the desk is told.
  if (before?.state === 'credited') {
    if (said.state === 'vanished' || before.isLost)
      tables.chainDeposits.put({ ...before, saidAt, isLost: said.state === 'vanished' })
    return
  }
  const running = before?.state === 'seen' && before.deposit !== null ? tables.deposits.get(before.deposit) : undefined
  // The desk has kept it from being credited, or it was credited by hand.
  if (before && before.deposit !== null && before.state !== 'vanished' && !running) {
    tables.chainDeposits.put({ ...before, saidAt, state: 'stray' })
    return
  }
  if (!running && said.state === 'vanished') {
    if (before) tables.chainDeposits.put({ ...before, saidAt, state: 'vanished' })
    return
  }
  const held = running ?? openCase(ctx, { coin, network }, said)
  const state = held === null ? 'stray' : follow(ctx, held, said)
  tables.chainDeposits.put({ ...row, deposit: held?.id ?? null, state, isLost: false })
}

/** Reports of a watcher, signed with the secret that it shares with the venue: all of them, or none. */
export const watch: Decide<typeof deposit.watch, DepositContext> = (ctx, _, { body, signature }) => {
  if (!isSigned(ctx.settings.deposit.watchSecret, body, signature)) throw new Refusal('not_found')
  let raw: unknown
  try {
    raw = JSON.parse(body)
  } catch {
    throw new Refusal('malformed')
  }
  const read = decode(reports, raw)
  if (!read.success) throw new Refusal('malformed')
  const { at_ms, list } = read.data
  if (Math.abs(at_ms - ctx.now()) > maxReportAgeMs) throw new Refusal('too_late')
  for (const [at, said] of list.entries()) take(ctx, said, at_ms, at + 1)
  return { taken: list.length }
}
