import * as z from 'zod/mini'
import { change, read } from '#contract/wire/endpoint.ts'
import { flag, id, sid, str, typed } from '#contract/wire/fields.ts'
import { maxBatch, maxBatchText } from './desk-batch.ts'
import { deskCase } from './desk-cases.ts'
import { deskMoney, maxPoolText, readyNetwork } from './desk-money.ts'

const hidden = { wrap: 'plain', isHidden: true } as const
const reason = typed(300)

/** How money can move: addresses, what is ready to be sent, and batches that are signed elsewhere. */
export const moneyCalls = {
  money: read({
    description: 'Addition. Read what is missing before money can move, and how many deposit addresses are left.',
    ...hidden,
    method: 'GET',
    path: 'desk/money',
    who: 'pw:deskSettings|deskMoney',
    input: z.strictObject({}),
    output: deskMoney,
    refusals: ['not_found'],
  }),
  addPool: change({
    description:
      'Addition. Propose deposit addresses for a network: one a line, each checked. A wrong line is named and ' +
      'nothing is taken. With `rotate` earlier addresses are given out no more, and everybody gets a new one.',
    ...hidden,
    method: 'POST',
    path: 'desk/pool',
    who: 'pw:deskSettings',
    input: z.strictObject({ id: sid, csv: z.string().check(z.maxLength(maxPoolText)), rotate: flag, reason }),
    output: deskMoney,
    refusals: ['not_found', 'reason_required', 'line_wrong'],
  }),
  ready: read({
    description: 'Addition. List the withdrawals that are decided to be sent and stand in no batch, by network.',
    ...hidden,
    method: 'GET',
    path: 'desk/ready',
    who: 'pw:deskMoney',
    input: z.strictObject({}),
    output: z.array(readyNetwork),
    refusals: ['not_found'],
  }),
  makeBatch: change({
    description:
      'Addition. Make a batch of withdrawals that are decided to be sent by one network, to be signed elsewhere. ' +
      'While it is open none of them can be decided or stand in another batch.',
    ...hidden,
    method: 'POST',
    path: 'desk/batch',
    who: 'pw:deskMoney',
    input: z.strictObject({
      network: str(20),
      ids: z.array(id).check(z.minLength(1), z.maxLength(maxBatch)),
    }),
    output: deskCase,
    refusals: ['not_found', 'own_case', 'state_moved'],
  }),
  tellBatch: change({
    description:
      'Addition. Tell the transactions that paid a batch, a line `id,txid` for each withdrawal. A wrong line is ' +
      'named and nothing is taken. A second person passes the case of the batch; then each withdrawal is sent.',
    ...hidden,
    method: 'POST',
    path: 'desk/batch/txids',
    who: 'pw:deskMoney',
    input: z.strictObject({ id: sid, csv: z.string().check(z.maxLength(maxBatchText)), expect: z.optional(z.int()) }),
    output: deskCase,
    refusals: ['not_found', 'own_case', 'state_moved', 'step_refused', 'txid_line_wrong', 'txids_missing'],
  }),
  dissolveBatch: change({
    description: 'Addition. Dissolve a batch whose transactions are not told; its withdrawals may stand in another.',
    ...hidden,
    method: 'POST',
    path: 'desk/batch/dissolve',
    who: 'pw:deskMoney',
    input: z.strictObject({ id: sid, reason, expect: z.optional(z.int()) }),
    output: deskCase,
    refusals: ['not_found', 'reason_required', 'state_moved', 'step_refused'],
  }),
}
