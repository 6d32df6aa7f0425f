import { numberAfter } from './flags.ts'
import { proveQueues } from './queues.ts'
import { prove } from './rounds.ts'
import { simulate } from './simulate.ts'

const seed = numberAfter('seed', Date.now() % 2 ** 31)
const users = numberAfter('users', 1000)
const rounds = numberAfter('rounds', 0)
const queues = numberAfter('queues', 0)
const ops = numberAfter('ops', rounds > 0 || queues > 0 ? 0 : 1_000_000)
/** In a long world all of this must have happened: what was never reached has not been checked. */
const mustReach = [
  'spot fill',
  'spot completed',
  'spot cancelled',
  'spot waiting',
  'lever pending',
  'lever trading',
  'lever closed user',
  'lever closed take_profit',
  'lever closed stop_loss',
  'lever closed liquidated',
  'lever cancelled user',
  'lever cancelled liquidated',
  'insurance paid',
  'option closed win',
  'option closed loss',
  'option closed draw',
  'option closed void no_entry',
  'option closed void stale',
  'option closed void gap',
  'round settled',
  'kyc passed',
  'kyc rejected',
  'kyc_needed',
  'replayed',
  'key_reused',
  'malformed',
  'exposure_full',
  'round_closed',
  'feed_stale',
  'sleep',
  'deposit passed',
  'deposit rejected',
  'remittance passed',
  'withdraw passed',
  'withdraw rejected',
  'flash',
  'gift',
  'quote_used',
  'quote_unfit',
  'quote_expired',
  'pay_password_wrong',
  'withdraw_per_day',
  'hosting ended',
  'hosting redeemed',
  'plan ended',
  'pledge released',
  'machine ended',
  'seat over',
  'conversion',
  'launch completed',
  'launch rejected',
  'sold_out',
  'seat_missing',
  'collateral_in_use',
  'collateral_short',
  'per_user_limit',
  'launch_not_started',
  'launch_ended',
  'rebate 1',
  'rebate 3',
]
const longFrom = 200_000
const beganAt = performance.now()
const seconds = () => Math.round((performance.now() - beganAt) / 1000)
const fail = (what: string) => {
  console.error(what)
  process.exitCode = 1
}

if (ops > 0) {
  console.log(`${ops} commands of ${users} people, seed ${seed}`)
  const { breaches, hash, reached, restarts } = await simulate({
    seed,
    ops,
    users,
    products: 0.15,
    triggers: 0.1,
    onPart: (done) => console.log(`${done} in ${seconds()} s`),
  })
  console.table(Object.fromEntries([...reached].toSorted(([, a], [, b]) => b - a)))
  console.table({ restarts, breaches: breaches.length, seconds: seconds() })
  console.log(hash)
  for (const { rule, at } of breaches) fail(`${rule} ${at}`)
  for (const name of mustReach) if (ops >= longFrom && !reached.has(name)) fail(`never reached: ${name}`)
}
if (rounds > 0) {
  console.log(`${rounds} rounds, seed ${seed}`)
  const { figures, failures } = await prove({ rounds, seed })
  console.table({ ...figures, seconds: seconds() })
  for (const failure of failures) fail(failure)
}
if (queues > 0) {
  console.log(`${queues} random books, seed ${seed}`)
  const { wrong, ...figures } = proveQueues({
    queues,
    seed,
    onPart: (books) => console.log(`${books} in ${seconds()} s`),
  })
  console.table({ ...figures, seconds: seconds() })
  if (wrong !== null) fail(`M14 ${JSON.stringify(wrong)}`)
}
