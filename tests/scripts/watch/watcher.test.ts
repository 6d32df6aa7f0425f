import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSigned } from '#server/features/wallet/deposit/signature.ts'
import { watchDeposits } from '#scripts/watch/watcher.ts'
import { afterEach, expect, test } from 'vitest'

const secret = 's'.repeat(40)
const open: Server[] = []
afterEach(() => open.splice(0).forEach((each) => each.close()))
const serve = async (answer: (body: string) => unknown) => {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => (body += String(part)))
    request.on('end', () => response.end(JSON.stringify(answer(body))))
  })
  open.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address() satisfies AddressInfo | string | null
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
}
/** A venue that keeps what it is told, or refuses. */
const venue = async () => {
  const told: unknown[] = []
  const state = { isRefusing: false }
  const to = await serve((text) => {
    const { body, signature } = JSON.parse(text)
    if (state.isRefusing || !isSigned(secret, body, signature)) return { type: 'error', reason: 'not_found' }
    told.push(...JSON.parse(body).list)
    return { type: 'ok', message: {} }
  })
  return { to, told, state }
}
const seen = (n: number, confirmations: number) => ({ network: 'BSC', txid: `t${n}`, output: 0, confirmations })

test('DEP-18 a file of lines is told signed, the last word on each output, and only what is new; a line being written waits', async () => {
  const { to, told, state } = await venue()
  const folder = mkdtempSync(join(tmpdir(), 'watch-'))
  const source = join(folder, 'seen.jsonl')
  const turn = watchDeposits({ from: { kind: 'file', source }, to, secret, now: () => 1 })
  const lines = [seen(1, 1), seen(2, 1), seen(1, 2)].map((each) => JSON.stringify(each))
  writeFileSync(source, `${lines.join('\n')}\n{"network":`)
  state.isRefusing = true
  await expect(turn()).rejects.toThrow('refuses')
  state.isRefusing = false
  expect([await turn(), await turn()]).toEqual([2, 0])
  expect(told).toEqual([seen(1, 2), seen(2, 1)])
  rmSync(folder, { recursive: true })
})
test('DEP-18 an address that gives a list is told the same way', async () => {
  const { to, told } = await venue()
  let list: unknown = [seen(1, 1)]
  const source = await serve(() => list)
  const turn = watchDeposits({ from: { kind: 'url', source }, to, secret, now: () => 1 })
  await turn()
  list = [seen(1, 1), seen(1, 5)]
  await turn()
  expect(told).toEqual([seen(1, 1), seen(1, 5)])
  list = { error: 'busy' }
  await expect(turn()).rejects.toThrow('gives no list')
})
