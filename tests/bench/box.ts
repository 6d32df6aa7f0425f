import { openBox } from '#server/box/testing.ts'
import type { Row } from './row.ts'

const tests = 100
const targetS = 5
const timed = async (work: () => Promise<unknown>) => {
  const from = performance.now()
  for (let n = 0; n < tests; n += 1) await work()
  return (performance.now() - from) / 1000
}
/** What an exchange of its own costs a hundred tests, beside as many that are opened from nothing. */
export async function bench(): Promise<readonly Row[]> {
  const box = await openBox({ accounts: 2 })
  await box.advance(5000)
  const start = await box.snapshot()
  const opened = await timed(async () => (await openBox({ accounts: 2 })).stop())
  const restored = await timed(() => box.restore(start))
  const from = await timed(async () => (await openBox({ from: start })).stop())
  await box.stop()
  const row = (name: string, value: number): Row => ({
    part: 'box',
    name,
    value: Number(value.toFixed(2)),
    unit: 's',
    reference: Number(opened.toFixed(2)),
    ratio: Number((value / opened).toFixed(2)),
    target: `≤ ${targetS} s`,
    reached: value <= targetS,
  })
  return [row(`${tests} boxes restored`, restored), row(`${tests} boxes opened from a snapshot`, from)]
}
