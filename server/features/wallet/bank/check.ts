import { maxMore, payMethods, payWays, type bank, type PayWay } from '#contract/wallet/bank.ts'
import { accountDigits, boundWays, isAccount, isBankCode, isSameName } from '#contract/wallet/bank-accounts.ts'
import { encode } from '#contract/wire/coded.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { Refusal } from '#server/core/refusal.ts'
import { fileOf } from '#server/identity/links.ts'
import { isMethodUsed, methodsOf, payeeIn, verifiedName, waysOf } from './methods.ts'
import { methodsView, noMethods } from './view.ts'
import type { MethodsRow, MoreRow } from './rows.ts'
import type { BankContext } from './context.ts'

type Input = Omit<InputOf<typeof bank.save>, 'pay_password' | 'expect'>
/** A checked change of receiving methods. */
type CheckedMethods = {
  row: MethodsRow
  /** Bound ways whose payee is changed or removed: this needs the fund password. */
  moved: readonly PayWay[]
  /** A payee was added, changed or removed: withdrawals are held. */
  isChanged: boolean
}

/** An absent field is unchanged, a blank one removed. */
const pick = (typed: string | undefined, held: string) => typed ?? held
const account = (typed: string | undefined, held: string) => (typed === undefined ? held : accountDigits(typed))
const code = (typed: string | undefined, held: string) =>
  typed === undefined ? held : typed.replace(/\s/g, '').toUpperCase()

function merged(ctx: BankContext, user: number, held: MethodsRow, input: Input): MethodsRow {
  const picture = (typed: string | undefined, stored: string) =>
    typed === undefined ? stored : typed === '' ? '' : fileOf(ctx, user, typed).id
  const intl = input.intl_account === undefined ? held.intl_account : accountDigits(input.intl_account)
  const bankAccount = account(input.bank_account, held.bank_account)
  const bankId = input.bank_id === undefined ? held.bank_id : input.bank_id === '' ? null : input.bank_id
  const chosen = bankId === null ? undefined : ctx.tables.banks.get(bankId)
  if (bankId !== null && !chosen) throw new Refusal('bank_unknown')
  const isCardRemoved = input.bank_account !== undefined && bankAccount === ''
  const bankName = pick(input.bank_name, held.bank_name)
  return {
    ...held,
    real_name: pick(input.real_name, held.real_name),
    // A removed card takes its bank and branch with it.
    bank_id: isCardRemoved ? null : bankId,
    bank_name: bankName === '' && chosen ? chosen.name : bankName,
    bank_branch: isCardRemoved ? '' : pick(input.bank_branch, held.bank_branch),
    bank_account: bankAccount,
    bank_address: pick(input.bank_address, held.bank_address),
    swift_code: code(input.swift_code, held.swift_code),
    residence_address: pick(input.residence_address, held.residence_address),
    postal_code: pick(input.postal_code, held.postal_code),
    alipay_account: pick(input.alipay_account, held.alipay_account),
    alipay_qr_code: picture(input.alipay_qr_code, held.alipay_qr_code),
    wechat_nickname: pick(input.wechat_nickname, held.wechat_nickname),
    wechat_account: pick(input.wechat_account, held.wechat_account),
    wechat_qr_code: picture(input.wechat_qr_code, held.wechat_qr_code),
    intl_account: intl === '' ? null : intl,
  }
}

/** The fields of bank accounts, if any of them is set. Money sent to an incomplete account would be lost. */
function checkAccounts(row: MethodsRow, name: string | null) {
  const { bank_account, intl_account, swift_code, bank_id, bank_branch } = row
  const accounts = [bank_account, intl_account ?? ''].filter((each) => each !== '')
  if (accounts.some((each) => !isAccount(each))) throw new Refusal('bank_account_malformed')
  if (swift_code !== '' && !isBankCode(swift_code)) throw new Refusal('bank_account_malformed')
  if (accounts.length === 0) {
    if (swift_code !== '' || bank_id !== null || bank_branch !== '') throw new Refusal('bank_account_required')
    return
  }
  if (row.real_name === '') throw new Refusal('real_name_required')
  if (row.bank_name === '') throw new Refusal('bank_unknown')
  if (name !== null && !isSameName(row.real_name, name)) throw new Refusal('real_name_differs')
}

/** All checks of a change of receiving methods but the fund password. */
export function checkMethods(ctx: BankContext, user: number, input: InputOf<typeof bank.save>): CheckedMethods {
  const held = methodsOf(ctx, user) ?? noMethods(user, ctx.now())
  if (input.expect !== undefined && input.expect !== held.rev)
    throw new Refusal('state_moved', { now: encode(payMethods, methodsView(ctx, held)) })
  const row = merged(ctx, user, held, input)
  checkAccounts(row, verifiedName(ctx, user))
  const [before, after] = [boundWays(held, null), boundWays(row, null)]
  const isMoved = (way: PayWay) => JSON.stringify(payeeIn(ctx, held, way)) !== JSON.stringify(payeeIn(ctx, row, way))
  const moved = before.filter((way) => !after.includes(way) || isMoved(way))
  for (const way of moved) if (isMethodUsed(ctx, user, way)) throw new Refusal('method_in_use', { way })
  return {
    row,
    moved,
    isChanged: payWays.some((way) => before.includes(way) !== after.includes(way)) || moved.length > 0,
  }
}

/** A further method of a way that is bound, checked but for the fund password. */
export function checkMore(ctx: BankContext, user: number, input: InputOf<typeof bank.addMore>): MoreRow {
  const { way, pay_password: _, ...typed } = input
  // Whose account it is, is the same for all of them.
  const first = { ...noMethods(user, ctx.now()), real_name: methodsOf(ctx, user)?.real_name ?? '' }
  const row = merged(ctx, user, first, typed)
  if (!waysOf(ctx, user).includes(way)) throw new Refusal('payee_missing', { ways: [way] })
  const same = ctx.tables.moreMethods.group('user', user).filter((each) => each.way === way)
  if (same.length >= maxMore) throw new Refusal('method_limit', { max: maxMore })
  checkAccounts(row, verifiedName(ctx, user))
  if (!boundWays(row, verifiedName(ctx, user)).includes(way)) throw new Refusal('bank_account_required')
  return { ...row, id: ctx.tables.moreMethods.nextId(), way }
}
