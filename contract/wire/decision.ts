import * as z from 'zod/mini'
import { coded } from './coded.ts'

/** Statuses of what a person asks for and the desk decides once: deposits, remittances, withdrawals. */
export const moneyStatus = coded(z.enum(['processing', 'passed', 'rejected']), {
  processing: 1,
  passed: 2,
  rejected: 3,
})
export type MoneyStatus = z.output<typeof moneyStatus>

/** The legal transitions, used by the server and by the client's machines; a test compares them. */
export const decisionTransitions = {
  pass: { from: ['processing'], to: 'passed', by: 'desk' },
  reject: { from: ['processing'], to: 'rejected', by: 'desk' },
} as const satisfies Record<string, { from: readonly MoneyStatus[]; to: MoneyStatus; by: 'desk' }>
export type DecisionStep = keyof typeof decisionTransitions

export const mayDecide = (step: DecisionStep, status: MoneyStatus) =>
  decisionTransitions[step].from.some((from) => from === status)

type Decided = { readonly status: MoneyStatus; readonly rev: number }
/** True if the received copy is newer than the one held: what is decided stays decided; otherwise by `rev`. */
export const isDecisionAhead = (held: Decided, received: Decided) =>
  held.status === 'processing'
    ? received.status !== 'processing' || received.rev > held.rev
    : held.status === received.status && received.rev > held.rev
/** True if it has been decided, so that no transition is possible. */
export const isDecided = ({ status }: Pick<Decided, 'status'>) => status !== 'processing'
