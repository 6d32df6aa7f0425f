import { numberAfter } from '#tests/proof/flags.ts'
import { soak } from './soak.ts'

const minutes = numberAfter('hours', 0.5) * 60
const warmUpMinutes = Math.min(10, minutes / 3)
console.log(`${minutes} minutes, of which the first ${warmUpMinutes.toFixed(1)} are shown and not judged`)
const { trends, orders, failures, longestPauseMs } = await soak({
  minutes,
  warmUpMinutes,
  sockets: numberAfter('sockets', 40),
  ordersAMinute: numberAfter('orders', 400),
  onReading: console.log,
})
console.table(
  trends.map(({ name, unit, first, last, aMinute, most }) => ({
    name,
    unit,
    first: first.toFixed(1),
    last: last.toFixed(1),
    'a minute': aMinute.toFixed(3),
    allowed: most === Infinity ? 'shown' : most,
    reached: !(aMinute > most),
  })),
)
console.log(
  `${orders} market orders, ${failures.length} failures, longest pause of the venue ${longestPauseMs.toFixed(0)} ms`,
)
for (const failure of failures.slice(0, 5)) console.error(failure)
// What a figure that cannot be read grows by is not a number, and no pass.
if (failures.length > 0 || trends.some(({ aMinute, most }) => !(aMinute <= most))) process.exitCode = 1
process.exit()
