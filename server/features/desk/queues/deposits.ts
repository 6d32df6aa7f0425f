import { mayDecide } from '#contract/wire/decision.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { methodsOf } from '#server/features/wallet/bank/methods.ts'
import {
  depositTable,
  remittanceTable,
  senderKey,
  type Deposit,
  type RemittanceRow,
} from '#server/features/wallet/deposit/rows.ts'
import { checkCredit, isCredited, moveDeposit, moveRemittance } from '#server/features/wallet/deposit/settle.ts'
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

type Steps = { readonly status: Deposit['status'] }
const may = ({ status }: Steps) => (['pass', 'reject'] as const).filter((step) => mayDecide(step, status))
const proofs = (ctx: DeskContext, files: readonly string[], reader: number) =>
  files.map((file) => ({ name: 'proof' as const, url: linkOf(ctx, file, reader) }))

/** Accounts whose open deposits name the same sender or transaction. */
const sendersOf = ({ tables }: DeskContext, row: Deposit) => {
  const key = senderKey(row)
  return key === null
    ? []
    : [...tables.deposits.all()].filter((other) => other.user !== row.user && senderKey(other) === key)
}

const depositQueue = queueOf<Deposit>({
  kind: 'deposit',
  rows: ({ tables }) => tables.deposits.all(),
  find: ({ tables }, ref) => tables.deposits.get(Number(ref)),
  stored: { table: depositTable, statusOf, read: (body) => JSON.parse(body) },
  stateOf,
  brief: (ctx, row) => ({
    title: [row.network ?? row.bankName ?? row.fiat, row.sender].filter(Boolean).join(' · '),
    amount: row.amount,
    coin: coinName(ctx, row.coin),
    signals: signalsIf({
      credited_before: row.status === 'processing' && isCredited(ctx, row),
      sender_elsewhere: sendersOf(ctx, row).length > 0,
      name_differs: row.fiat !== null && differs(ctx, row.user, row.sender),
      new_account: isNewAccount(ctx, row),
    }),
  }),
  words: ({ sender, address, bankAccount, bankName }) => [sender, address, bankAccount, bankName],
  sharing: async ({ store }, row): Promise<readonly Sharing[]> => {
    const key = senderKey(row)
    const senders =
      key === null ? [] : sharingIn((await store.page(pageOfSharing(depositTable, { sender: key }))).bodies, 'sender')
    const accounts =
      row.bankAccount === null
        ? []
        : sharingIn((await store.page(pageOfSharing(depositTable, { account: row.bankAccount }))).bodies, 'account')
    return [...senders, ...accounts]
  },
  detail: (ctx, row, reader, sharing) => {
    const coin = coinName(ctx, row.coin)
    const isBank = row.fiat !== null
    const bound = methodsOf(ctx, row.user)?.bank_account ?? null
    return {
      facts: [
        ...money('amount', row.amount, coin),
        ...(isBank ? [...money('sent', row.fiatAmount, row.fiat ?? ''), ...money('fee', row.fee, coin)] : []),
        ...(row.status === 'passed' ? money('credited', row.credited, coin) : []),
        ...fact('network', row.network),
        ...fact('confirmations', row.chain ? `${row.chain.confirmations} / ${row.chain.needed}` : null),
        ...fact('paid_to', row.address),
        ...(isBank
          ? nameFact(ctx, row.user, row.sender)
          : [
              ...fact('sender', row.sender, {
                is_odd: sendersOf(ctx, row).length > 0 || (row.status === 'processing' && isCredited(ctx, row)),
              }),
              ...nameFact(ctx, row.user, null),
            ]),
        ...fact('bank', row.bankName),
        ...fact('account', row.bankAccount, {
          elsewhere: bound,
          is_odd: bound !== null && bound !== '' && bound !== row.bankAccount,
        }),
        ...personFacts(ctx, row.user),
      ],
      files: proofs(ctx, row.files, reader),
      relatives: relativesOf(ctx, row.user, [
        ...sendersOf(ctx, row).map(({ user }) => ({ user, shares: 'sender' as const })),
        ...sharing,
      ]),
    }
  },
  stakeOf: (ctx, { coin, amount }) => worthIn(ctx, coin, amount),
  // What a watcher follows is credited when it is done: the desk keeps it from that, or passes what waits for people.
  may: (row) => may(row).filter((step) => row.chain === undefined || row.chain.waits || step === 'reject'),
  asks: ({ status, chain }) => (status === 'processing' && chain === undefined ? ['credited'] : []),
  check: (ctx, row, { credited }) => checkCredit(ctx, row, credited ?? row.amount),
  decide: (ctx, row, { decision, reason, credited }) =>
    moveDeposit(ctx, row, passOrReject(decision), { remark: reason, ...(credited !== null && { credited }) }),
})

const remittanceQueue = queueOf<RemittanceRow>({
  kind: 'remittance',
  rows: ({ tables }) => tables.remittances.all(),
  find: ({ tables }, ref) => tables.remittances.get(Number(ref)),
  stored: { table: remittanceTable, statusOf, read: (body) => JSON.parse(body) },
  stateOf,
  brief: (ctx, row) => ({
    title: [row.reference, row.payer].join(' · '),
    amount: row.result,
    coin: baseCoin.name,
    signals: signalsIf({
      credited_before: row.status === 'processing' && isCredited(ctx, row),
      name_differs: differs(ctx, row.user, row.payer),
      new_account: isNewAccount(ctx, row),
    }),
  }),
  words: ({ no, reference, payer }) => [no, reference, payer],
  detail: (ctx, row, reader) => ({
    facts: [
      ...money('sent', row.amount, row.fiat),
      ...money('price', row.price, row.fiat),
      ...money('fee', row.fee, baseCoin.name),
      ...money('receipt', row.result, baseCoin.name),
      ...fact('reference', row.reference),
      ...fact('paid_to', payeeOf(ctx, row)),
      ...nameFact(ctx, row.user, row.payer),
      ...fact('number', row.no),
      ...fact('note', row.note),
      ...personFacts(ctx, row.user),
    ],
    files: proofs(ctx, row.files, reader),
    relatives: [],
  }),
  stakeOf: (ctx, { result }) => worthIn(ctx, baseCoin.id, result),
  may,
  check: (ctx, row) => checkCredit(ctx, row),
  decide: (ctx, row, { decision, reason }) => moveRemittance(ctx, row, passOrReject(decision), { remark: reason }),
})
/** The account of the venue to which a remittance was to go. */
const payeeOf = ({ tables }: DeskContext, { account }: RemittanceRow) => {
  const found = tables.houseAccounts.get(account)
  return found ? `${found.bankName} · ${found.iban ?? found.account}` : null
}

/** Deposits by network and by bank, and transfers of fiat to the venue's accounts. */
export const depositQueues = [depositQueue, remittanceQueue]
