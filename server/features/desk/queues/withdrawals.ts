import { payee, type Payee } from '#contract/wallet/bank.ts'
import { decode } from '#contract/wire/coded.ts'
import { mayDecide } from '#contract/wire/decision.ts'
import { withdrawTable, type Withdrawal } from '#server/features/wallet/withdraw/rows.ts'
import { isReady, queueToSend } from '#server/features/wallet/withdraw/batches.ts'
import { moveWithdrawal } from '#server/features/wallet/withdraw/settle.ts'
import { linkOf } from '#server/identity/links.ts'
import { worthIn } from '#server/features/market/worth.ts'
import type { DeskContext } from '#server/features/desk/context.ts'
import { passOrReject, queueOf, type Sharing } from '#server/features/desk/queue.ts'
import {
  coinName,
  differs,
  fact,
  isNewAccount,
  money,
  nameFact,
  pageOfSharing,
  personFacts,
  relativesOf,
  sharingIn,
  signalsIf,
  stateOf,
  statusOf,
} from './kit.ts'

/** Where a bank withdrawal is paid to, as it was when it was asked for. */
const payeeIn = ({ payee: text }: Withdrawal): Payee | null => {
  if (text === null) return null
  const read = decode(payee, JSON.parse(text))
  return read.success ? read.data : null
}
const isCoin = ({ fiat }: Withdrawal) => fiat === null
/** Other accounts whose book has the address, or whose bound card is the payee's. */
const sharingNow = ({ tables }: DeskContext, row: Withdrawal): Sharing[] => {
  if (isCoin(row))
    return tables.addresses
      .group('address', row.address)
      .filter(({ user }) => user !== row.user)
      .map(({ user }) => ({ user, shares: 'address' }))
  const account = payeeIn(row)?.bank_account
  return account
    ? tables.payMethods
        .group('account', account)
        .filter(({ user }) => user !== row.user)
        .map(({ user }) => ({ user, shares: 'account' }))
    : []
}
/** The entry of the book that a withdrawal names, if it still stands there. */
const bookOf = ({ tables }: DeskContext, row: Withdrawal) =>
  tables.addresses.one('place', `${row.user}|${row.coin}|${row.network}|${row.address}`)
/** An address that was added less than three days before. */
const newAddressMs = 3 * 86_400_000

const payeeFacts = (ctx: DeskContext, row: Withdrawal) => {
  const to = payeeIn(row)
  if (to === null) return []
  return [
    ...nameFact(ctx, row.user, to.real_name),
    ...fact('bank', to.bank_name),
    ...fact('branch', to.bank_branch),
    ...fact('account', to.bank_account ?? to.alipay_account ?? to.wechat_account, {
      is_odd: sharingNow(ctx, row).length > 0,
    }),
    ...fact('nickname', to.wechat_nickname),
    ...fact('code', to.swift_code),
    ...fact('bank_address', to.bank_address),
    ...fact('payee_address', to.residence_address),
    ...fact('postal', to.postal_code),
  ]
}
const addressFacts = (ctx: DeskContext, row: Withdrawal) => {
  const entry = bookOf(ctx, row)
  return [
    ...fact('network', row.network),
    ...fact('address', row.address, { is_odd: sharingNow(ctx, row).length > 0 }),
    ...fact('address_note', entry?.notes ?? null),
    ...fact('usable', entry ? String(entry.at) : null),
    ...nameFact(ctx, row.user, null),
  ]
}

/** It stands in an open batch: nothing else may be decided about it. */
const isHeld = ({ status, send }: Withdrawal) => status === 'processing' && (send?.batch ?? null) !== null

export const withdrawQueue = queueOf<Withdrawal>({
  kind: 'withdraw',
  rows: ({ tables }) => tables.withdrawals.all(),
  find: ({ tables }, ref) => tables.withdrawals.get(Number(ref)),
  stored: { table: withdrawTable, statusOf, read: (body) => JSON.parse(body) },
  stateOf,
  brief: (ctx, row) => {
    const to = payeeIn(row)
    const entry = bookOf(ctx, row)
    const others = sharingNow(ctx, row).length > 0
    return {
      title: [row.network ?? row.fiat, row.address].filter(Boolean).join(' · '),
      amount: row.number,
      coin: coinName(ctx, row.coin),
      signals: signalsIf({
        to_send: isReady(row),
        in_batch: isHeld(row),
        address_elsewhere: others && isCoin(row),
        card_elsewhere: others && !isCoin(row),
        name_differs: to !== null && differs(ctx, row.user, to.real_name),
        locked: ctx.tables.users.need(row.user).withdrawUntil > ctx.now(),
        new_address: entry !== undefined && row.at - entry.at < newAddressMs,
        new_account: isNewAccount(ctx, row),
      }),
    }
  },
  words: (row) => [row.address, row.txid, payeeIn(row)?.bank_account ?? null, payeeIn(row)?.real_name ?? null],
  sharing: async ({ store }, row) =>
    isCoin(row)
      ? sharingIn((await store.page(pageOfSharing(withdrawTable, { address: row.address }))).bodies, 'address')
      : [],
  detail: (ctx, row, reader, sharing) => {
    const coin = coinName(ctx, row.coin)
    const to = payeeIn(row)
    const codes = [to?.alipay_qr_code ?? null, to?.wechat_qr_code ?? null].filter((file) => file !== null)
    return {
      facts: [
        ...money('amount', row.number, coin),
        ...money('fee', row.fee, coin),
        ...(isCoin(row) ? money('receipt', row.receipt, coin) : money('receipt', row.fiatAmount, row.fiat ?? '')),
        ...fact('txid', row.txid),
        ...fact('batch', row.send?.batch ? `#${row.send.batch}` : null),
        ...(isCoin(row) ? addressFacts(ctx, row) : payeeFacts(ctx, row)),
        ...fact('note', row.notes),
        ...personFacts(ctx, row.user),
      ],
      files: codes.map((file) => ({ name: 'collection' as const, url: linkOf(ctx, file, reader) })),
      relatives: relativesOf(ctx, row.user, [...sharingNow(ctx, row), ...sharing]),
    }
  },
  stakeOf: (ctx, { coin, number }) => worthIn(ctx, coin, number),
  may: (row) =>
    isHeld(row)
      ? []
      : (['pass', 'reject', 'send'] as const).filter((step) =>
          step === 'send' ? row.status === 'processing' && isCoin(row) && !row.send : mayDecide(step, row.status),
        ),
  asks: (row) => (row.status === 'processing' && isCoin(row) ? ['txid'] : []),
  decide: (ctx, row, { decision, reason, txid }) =>
    decision === 'send'
      ? queueToSend(ctx, row)
      : moveWithdrawal(ctx, row, passOrReject(decision), { remark: reason, txid }),
})
