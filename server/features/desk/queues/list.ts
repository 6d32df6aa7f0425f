import type { CaseKind } from '#contract/desk/desk-cases.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Queue } from '#server/features/desk/queue.ts'
import { actQueues } from './acts.ts'
import { appealQueue } from './appeal.ts'
import { batchQueue } from './batches.ts'
import { depositQueues } from './deposits.ts'
import { kycQueues } from './kyc.ts'
import { launchQueue } from './launches.ts'
import { removalQueue } from './removals.ts'
import { withdrawQueue } from './withdrawals.ts'

/** Every queue of the desk. A feature whose cases the desk decides adds its own here. */
export const queues: readonly Queue[] = [
  ...kycQueues,
  ...depositQueues,
  withdrawQueue,
  batchQueue,
  launchQueue,
  appealQueue,
  removalQueue,
  ...actQueues,
]

export const queueOfKind = (kind: CaseKind): Queue => {
  const queue = queues.find((each) => each.kind === kind)
  if (!queue) throw new Error(`no queue of kind ${kind}`)
  return queue
}
/** The queue and the reference within it that the id of a case names. */
export const splitCaseId = (id: string): { queue: Queue; ref: string } => {
  const at = id.indexOf('-')
  const queue = queues.find(({ kind }) => kind === id.slice(0, at))
  if (!queue) throw new Refusal('not_found')
  return { queue, ref: id.slice(at + 1) }
}
