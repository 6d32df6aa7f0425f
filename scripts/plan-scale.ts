import { planOf } from './scale/plan.ts'

const after = (name: string, otherwise: number) => {
  const value = Number(process.argv[process.argv.indexOf(`--${name}`) + 1])
  return process.argv.includes(`--${name}`) && value > 0 ? value : otherwise
}
const users = after('users', 1_000_000)
const orders = after('orders', 2000)
const online = after('online', users / 10)
console.log(
  `${users.toLocaleString('en')} accounts, ${online.toLocaleString('en')} online, ${orders.toLocaleString('en')} orders/s, at half load:`,
)
console.table(planOf({ users, online, orders }))
