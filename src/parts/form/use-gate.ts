import type { PayWay } from '#contract/wallet/bank.ts'
import { accountKinds, type AccountKind } from '#contract/wire/booking.ts'
import { compareDec, formatDec, parseDec } from '#contract/wire/money.ts'
import { unitsOf } from '#src/lib/amount.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useLocks } from '#src/actors/use-locks.ts'
import { useUser } from '#src/actors/use-session.ts'
import { lockNames, type Stopped } from '#src/parts/lock-banner.tsx'
import { useFreeIn } from '#src/parts/money/use-free.ts'
import { useEffect, useRef, useState } from 'react'
import { levelOf, useLevel, type KycWord, type Level } from './kyc-level.ts'
import { waysIn } from './payee-path.ts'
import { useMethods } from './use-methods.ts'

/** What is paid, and from which account; that of the funding account without one. */
export type Cost = {
  readonly currency: number
  readonly name: string
  readonly amount: string
  readonly account?: AccountKind
}
/**
 * What is needed for an amount: the least that is taken, or what was typed once the field has been left. Nothing jumps
 * while it is typed.
 */
export const neededOf = (least: string, typed: string, isChecked: boolean) => {
  const units = isChecked ? (unitsOf(typed) ?? 0n) : 0n
  return units > parseDec(least) ? formatDec(units) : least
}
/** A sum that is computed from all the digits that can be typed may have one more: nobody has as much. */
const mostUnits = parseDec('999999999999999999.99999999')
const unitsIn = ({ amount }: Cost) => unitsOf(amount) ?? mostUnits
const atLeast = (cost: Cost) => (unitsIn(cost) > 0n ? unitsIn(cost) : 1n)
type Asks = {
  /** The kind of action, as a lock knows it. */
  readonly stops: Stopped
  readonly kyc?: KycWord
  readonly usesPin?: boolean
  /** Receiving methods: each of these ways, or any one of them. */
  readonly payee?: { readonly of: 'each' | 'any'; readonly ways: readonly PayWay[] } | null
  /** Where a withdrawal address is added; null if there is one. */
  readonly addressAt?: string | null
  /** The merchant deposit that is not paid yet. */
  readonly bail?: Cost | null
  readonly funds?: Cost | null
}
/** A cost beside what there is in the account that pays, and in the one from which it is filled best. */
export type Sums = Cost & {
  readonly account: AccountKind
  readonly free: string
  readonly missing: string
  readonly source: { readonly account: AccountKind; readonly free: string }
}
export type Gap =
  | { readonly kind: 'lock' }
  | { readonly kind: 'pin' }
  | { readonly kind: 'level'; readonly level: Level }
  | { readonly kind: 'payee'; readonly ways: readonly PayWay[]; readonly of: 'each' | 'any' }
  | { readonly kind: 'address'; readonly to: string }
  | { readonly kind: 'bail' | 'funds'; readonly sums: Sums }

/** What a refusal says is missing; null for any other. */
const gapOf = (failure: Failure | null, required: Level | null): Gap | null => {
  if (failure?.kind !== 'refused') return null
  const { reason, params } = failure
  if (reason === 'kyc_needed') return { kind: 'level', level: levelOf(params['level']) ?? required ?? 'primary' }
  if (reason === 'payee_missing') return { kind: 'payee', ways: waysIn(params['ways']), of: 'each' }
  return reason === 'pay_password_unset' ? { kind: 'pin' } : null
}

/**
 * What has to be in place before a form can be sent, known when it opens: level, receiving method, fund password,
 * address, merchant deposit and balance. Render `<GateCard gate={gate} />` above the fields; namespaces `ui`, `kyc`.
 */
export function useGate(asks: Asks) {
  const { stops, kyc, usesPin = false, payee = null, addressAt = null, bail = null, funds = null } = asks
  const user = useUser()
  const { required, hasPassed } = useLevel(kyc)
  const locks = useLocks(lockNames(stops, usesPin))
  const methods = useMethods(payee !== null).value
  const freeIn = useFreeIn()
  const [told, setTold] = useState<Gap | null>(null)
  const [looks, setLooks] = useState(0)
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (looks === 0) return
    card.current?.scrollIntoView({ block: 'nearest' })
    card.current?.focus()
  }, [looks])

  const cost = bail ?? funds
  const free = freeIn(cost?.account ?? 'legal', cost?.currency ?? 0)
  const sumsOf = ({ account = 'legal', ...asked }: Cost): Sums => {
    const needed = unitsIn({ account, ...asked })
    const left = needed - parseDec(free ?? '0')
    const others = (['change', ...accountKinds] as const)
      .filter((kind) => kind !== account)
      .map((kind) => ({ account: kind, free: freeIn(kind, asked.currency) ?? '0' }))
    const source = others.reduce((best, each) => (compareDec(each.free, best.free) > 0 ? each : best))
    return {
      ...asked,
      amount: formatDec(needed),
      account,
      free: free ?? '0',
      missing: formatDec(left > 0n ? left : 0n),
      source,
    }
  }
  const lacking = payee?.ways.filter((way) => methods?.ways.includes(way) === false) ?? []
  const own: Gap[] = []
  if (locks.length > 0) own.push({ kind: 'lock' })
  if (required !== null && !hasPassed) own.push({ kind: 'level', level: required })
  if (payee !== null && lacking.length > (payee.of === 'any' ? payee.ways.length - 1 : 0))
    own.push({ kind: 'payee', ways: lacking, of: payee.of })
  if (usesPin && user !== null && user.has_password !== 'set') own.push({ kind: 'pin' })
  if (addressAt !== null) own.push({ kind: 'address', to: addressAt })
  if (bail !== null && free !== null) own.push({ kind: 'bail', sums: sumsOf(bail) })
  else if (funds !== null && free !== null && parseDec(free) < atLeast(funds))
    own.push({ kind: 'funds', sums: sumsOf(funds) })
  const pass = (act: () => void) => {
    setTold(null)
    if (own.length === 0) act()
    else setLooks((count) => count + 1)
  }
  const gaps = told === null || own.some(({ kind }) => kind === told.kind) ? own : [...own, told]
  return {
    gaps,
    /** What is known here to be missing, without what only the venue has told. */
    missing: own.map(({ kind }) => kind).join(),
    stops,
    usesPin,
    card,
    /** The free balance of the account that pays; null while it is not known. */
    free,
    lacks: (kind: Gap['kind']) => gaps.some((gap) => gap.kind === kind),
    /** Goes on, or shows what is missing. What only the venue has told may be over: it is asked again. */
    pass,
    /** Shows what a refusal says is missing; false for any other refusal. */
    heard: (failure: Failure | null) => {
      const gap = gapOf(failure, required)
      if (gap === null) return false
      setTold(gap)
      setLooks((count) => count + 1)
      return true
    },
  }
}
export type Gate = ReturnType<typeof useGate>

export type TypedAmount = { readonly texts: { readonly amount: string }; readonly isChecked: boolean }
/** The gate of a product that is paid for from the spot account: what is typed, or its least, has to lie there. */
export function useLeastGate(
  { currency_id: currency, currency_name: name }: { readonly currency_id: number; readonly currency_name: string },
  least: string,
  { texts, isChecked }: TypedAmount,
): Gate {
  const amount = neededOf(least, texts.amount, isChecked)
  return useGate({ stops: 'trade', funds: { account: 'change', currency, name, amount } })
}
