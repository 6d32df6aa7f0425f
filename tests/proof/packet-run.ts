import { numberAfter } from './flags.ts'
import { provePackets } from './packets.ts'

const packets = numberAfter('packets', 100_000)
const seed = numberAfter('seed', 1)
const started = performance.now()
const members = numberAfter('takers', 20)
const most = numberAfter('shares', members)
const { takes, expired, exhausted, breaches, worst } = await provePackets({ packets, seed, members, most })
const seconds = Math.round((performance.now() - started) / 1000)
console.log(
  `seed ${seed}, ${members} people, up to ${most} shares a packet: ${exhausted} exhausted, ${expired} expired, ` +
    `${takes} shares taken, worst place ${worst.toFixed(2)} standard errors, ${seconds} s`,
)
console.log(breaches.length === 0 ? 'no breach' : `breaches: ${breaches.join(', ')}`)
process.exit(breaches.length === 0 ? 0 : 1)
