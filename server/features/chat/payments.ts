import { packetLimits } from '#contract/chat/chat-packet.ts'
import type { ChatContext } from './context.ts'

type State = Pick<ChatContext, 'chatPayments' | 'now'>
type Payer = { user: number; session: string }
const payerOf = ({ user, session }: Payer) => `${user}|${session}`

/** Allows a session one payment of at most that sum without its fund password, for two minutes. */
export const allow = ({ chatPayments, now }: State, payer: Payer, units: bigint) => {
  for (const [key, { until }] of chatPayments) if (until <= now()) chatPayments.delete(key)
  chatPayments.set(payerOf(payer), { units, until: now() + packetLimits.authoriseMs })
}
/** Whether a session was allowed one payment of this sum; it is used up by asking. */
export function isAllowed({ chatPayments, now }: State, payer: Payer, units: bigint): boolean {
  const held = chatPayments.get(payerOf(payer))
  if (!held || held.until <= now() || held.units < units) return false
  chatPayments.delete(payerOf(payer))
  return true
}
