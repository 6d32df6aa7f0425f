import { numberAfter } from '#tests/proof/flags.ts'
import { planOf } from './scale/plan.ts'

const users = numberAfter('users', 1_000_000)
const orders = numberAfter('orders', 2000)
const online = numberAfter('online', users / 10)
const [accounts, sockets, pace] = [users, online, orders].map((each) => each.toLocaleString('en'))
console.log(`${accounts} accounts, ${sockets} online, ${pace} orders/s, at half load:`)
console.table(planOf({ users, online, orders }))
