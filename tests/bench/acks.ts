import { createBusHost } from '#server/bus/host.ts'
import { createUploads } from '#server/identity/uploads.ts'
import { openSqlite } from '#server/store/sqlite.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { begin, median, traders } from './venue.ts'
import type { Row } from './row.ts'

const [orders, concurrency, pairs] = [8000, 64, 3]

/** Orders of programs a second, over the bus, with or without an acknowledgement for each. */
async function run(isSigned: boolean): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'acks-'))
  const { venue, orderOf } = await begin(openSqlite(join(folder, 'venue.db')), null)
  const acks = isSigned ? venue.acks : { ...venue.acks, sign: async () => '' }
  const host = createBusHost(
    { ...venue, acks, standsUntil: () => Infinity },
    { uploads: createUploads(venue.asyncCtx) },
  )
  const bus = host.open('own')
  let sent = 0
  const next = async () => {
    while (sent < orders) {
      sent += 1
      const { caller, body } = orderOf(sent)
      const apiKey = { no: String(sent % traders), scope: 'trade' } as const
      const call = { feature: 'spot', name: 'submit' }
      await bus.ask({ call, caller: { ...caller, apiKey }, body, key: crypto.randomUUID(), needsKey: false })
    }
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: concurrency }, next))
  const seconds = (performance.now() - from) / 1000
  host.stop()
  await venue.stop()
  rmSync(folder, { recursive: true })
  return orders / seconds
}

export async function bench(): Promise<readonly Row[]> {
  const [plain, signed]: [number[], number[]] = [[], []]
  for (let pair = 0; pair < pairs; pair += 1) {
    plain.push(await run(false))
    signed.push(await run(true))
  }
  const [value, reference] = [median(signed), median(plain)]
  return [
    {
      part: 'acks',
      name: `signed orders of programs, ${concurrency} at once; beside unsigned ones`,
      value: Math.round(value),
      unit: '/s',
      reference: Math.round(reference),
      ratio: Number((value / reference).toFixed(2)),
      target: 'shown',
      reached: true,
    },
  ]
}
