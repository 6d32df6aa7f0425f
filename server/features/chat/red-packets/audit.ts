import { strayHolds, type Breach } from '#server/core/ledger.ts'
import { packetHold } from '#server/features/chat/packet-rows.ts'
import { unitsOf } from './settle.ts'
import { takenOf } from './view.ts'
import type { ChatRedPacketsContext } from './context.ts'

/**
 * Checks that each open packet holds exactly what was not taken, that nobody took twice, and that no other packet holds
 * anything (R1, R2).
 */
export function auditPackets({ tables, ledger }: Pick<ChatRedPacketsContext, 'tables' | 'ledger'>): Breach[] {
  const breaches: Breach[] = []
  const known = new Set<string>()
  for (const row of tables.chatPackets.all()) {
    const at = packetHold(row.id)
    known.add(at)
    const sum = row.shares.reduce((total, share) => total + BigInt(share), 0n)
    const left = row.status === 'active' ? BigInt(row.cents) - takenOf(row) : 0n
    if (sum !== BigInt(row.cents) || left < 0n || ledger.leftOf(at) !== unitsOf(left)) breaches.push({ rule: 'R1', at })
    if (new Set(row.takes.map(({ user }) => user)).size !== row.takes.length || row.takes.length > row.shares.length)
      breaches.push({ rule: 'R2', at })
  }
  return [...breaches, ...strayHolds(tables, { rule: 'R1', prefix: packetHold('').slice(0, -1), known })]
}
