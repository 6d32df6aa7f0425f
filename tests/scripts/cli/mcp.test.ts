import { allCalls } from '#contract/endpoints.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { stand } from './standing.ts'

type Standing = Awaited<ReturnType<typeof stand>>
const open: Standing['box'][] = []
const begin = async () => {
  const standing = await stand()
  open.push(standing.box)
  /** What an agent says, and what it hears, by the number of its question. */
  const talk = async (tier: string, said: readonly object[]) => {
    const input = said.map((part, at) => JSON.stringify({ jsonrpc: '2.0', id: at, ...part }))
    const { code, text, err } = await standing.run(['mcp', '--tier', tier], { input })
    const heard =
      text === ''
        ? []
        : text
            .trim()
            .split('\n')
            .map((line): Heard => JSON.parse(line))
    return { code, err, heard: heard.toSorted((a, b) => a.id - b.id) }
  }
  const ask = async (tier: string, name: string, input: object = {}) => {
    const { heard } = await talk(tier, [{ method: 'tools/call', params: { name, arguments: input } }])
    return heard[0]?.result?.structuredContent ?? {}
  }
  return { ...standing, talk, ask }
}
type Heard = {
  readonly id: number
  readonly result?: Record<string, unknown> & { readonly structuredContent?: Record<string, unknown> }
  readonly error?: { readonly code: number }
}
afterEach(async () => {
  for (const box of open.splice(0)) await box.stop()
})
const wish = { symbol: 'BTC-USDT', side: 'buy', amount: '0.001', price: '90000' }

test('MCP-1 it greets in the revision that was asked for, tells nine tools, and says what is no method', async () => {
  const { talk } = await begin()
  const { heard } = await talk('demo', [
    { method: 'initialize', params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: {} } },
    { method: 'ping' },
    { method: 'tools/list' },
    { method: 'resources/list' },
    { method: 'tools/call', params: { name: 'withdraw' } },
    { method: 'initialize', params: { protocolVersion: '1999-01-01' } },
  ])
  expect(heard[0]?.result).toMatchObject({ protocolVersion: '2025-03-26', capabilities: { tools: {} } })
  expect(heard[1]?.result).toEqual({})
  const tools = Object(heard[2]?.result)['tools']
  expect(tools.map(({ name }: { name: string }) => name).toSorted()).toEqual([
    'account',
    'book',
    'candles',
    'do',
    'explain',
    'markets',
    'orders',
    'outcome',
    'plan',
  ])
  for (const { name, annotations, inputSchema } of tools)
    expect([name, annotations.readOnlyHint, inputSchema.type]).toEqual([name, name !== 'do', 'object'])
  expect(JSON.stringify(tools).length).toBeLessThan(8000)
  expect([heard[3]?.error?.code, heard[4]?.error?.code]).toEqual([-32_601, -32_602])
  expect(heard[5]?.result?.['protocolVersion']).toBe('2025-11-25')
})
test('MCP-2 lines that are no questions get no answer, or say what is wrong with them', async () => {
  const { run } = await begin()
  const input = ['no json', '[]', '{"jsonrpc":"2.0","method":"notifications/initialized"}', '{"id":1,"result":{}}', '']
  expect((await run(['mcp'], { input })).rows()).toMatchObject([
    { error: { code: -32_700 } },
    { error: { code: -32_600 } },
  ])
})
test('MCP-3 an agent that repeats every call, with answers lost on the way, places one order for each ticket', async () => {
  const { ask, net, orders } = await begin()
  for (let n = 0; n < 3; n += 1) {
    const { ticket } = await ask('demo', 'plan', wish)
    net.lost = 2
    const answers = [
      await ask('demo', 'do', { ticket }),
      await ask('demo', 'do', { ticket }),
      await ask('demo', 'do', { ticket }),
    ]
    expect(new Set(answers.map(({ order }) => Object(order).id)).size).toBe(1)
  }
  expect(await orders()).toHaveLength(3)
})
test('MCP-4 an answer that does not come back is told as unknown with the next step, and is settled by the ticket', async () => {
  const { ask, net, orders } = await begin()
  const { ticket } = await ask('demo', 'plan', wish)
  net.lost = 1000
  expect(await ask('demo', 'do', { ticket })).toMatchObject({
    outcome: 'unknown',
    next: expect.stringContaining(`outcome with the ticket ${String(ticket)}`),
  })
  net.lost = 0
  expect(await ask('demo', 'outcome', { ticket })).toMatchObject({ state: 'done', answer: { type: 'ok' } })
  expect(await orders()).toHaveLength(1)
  const id = (await orders())[0]?.['id']
  expect(await ask('demo', 'do', { cancel: id })).toMatchObject({ status: 3 })
  expect(await ask('demo', 'do', { cancel: id })).toMatchObject({ status: 3 })
})
test('MCP-5 what only looks tells markets, book, candles, account, orders and reasons; a refusal comes with advice', async () => {
  const { ask } = await begin()
  expect(await ask('read', 'markets', { symbol: 'BTC-USDT' })).toMatchObject({
    markets: [{ m: 'BTC-USDT', price_step: '0.01', bid: expect.any(String) }],
  })
  expect(await ask('read', 'book', { symbol: 'BTC-USDT', levels: 2 })).toMatchObject({
    bids: [expect.anything(), expect.anything()],
  })
  expect(await ask('read', 'candles', { symbol: 'BTC-USDT', period: '1min', count: 3 })).toHaveProperty('candles')
  expect(await ask('read', 'account')).toMatchObject({
    key: { scope: 'trade' },
    spot: expect.arrayContaining([{ coin: 'BTC', free: '1', held: '0' }]),
  })
  expect(await ask('read', 'orders', { open: true })).toEqual({ orders: [], next: null })
  expect(await ask('read', 'orders', { fills: true })).toEqual({ fills: [], next: null })
  expect(await ask('read', 'explain', { reason: 'would_take' })).toMatchObject({ repeat: 'decide' })
  expect(await ask('read', 'plan', { ...wish, amount: 9 })).toMatchObject({
    outcome: 'refused',
    reason: expect.any(String),
    advice: expect.stringContaining('Nothing was done'),
  })
})
test('MCP-6 the tier read can change nothing, and trade is given only to a key with caps of the venue', async () => {
  const { talk, orders, ask, net } = await begin()
  const { ticket } = await ask('read', 'plan', wish)
  const { heard } = await talk('read', [{ method: 'tools/call', params: { name: 'do', arguments: { ticket } } }])
  expect(heard[0]?.error?.code).toBe(-32_602)
  expect(net.made).toEqual(['/api/order/plan'])
  expect(await orders()).toEqual([])
  expect(await talk('trade', [{ method: 'ping' }])).toMatchObject({
    code: 5,
    heard: [],
    err: expect.stringContaining('per day'),
  })
})

test('API-8 MCP-6 an agent with the tier trade is held to the caps of its key by the venue', async () => {
  const { box, run, env, orders } = await begin()
  const [owner] = box.accounts
  const caps = { max_order: '100', max_day: '150', markets: ['BTC-USDT'] }
  const made = await fetch(`${box.url}api/user/api_keys/add`, {
    method: 'POST',
    headers: { Authorization: owner?.token ?? '', 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'agent', scope: 'trade', pay_password: owner?.pin, ...caps }),
  })
  const { data }: { data: { secret: string } } = await made.json()
  const more = { ...env, KONTOR_KEY: data.secret }
  const ask = async (name: string, input: object) => {
    const question = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }
    const { rows } = await run(['mcp', '--tier', 'trade'], { input: [JSON.stringify(question)], more })
    return Object(rows()[0]?.['result']).structuredContent
  }
  const { ticket } = await ask('plan', wish)
  expect(await ask('do', { ticket })).toMatchObject({ order: { status: 1 } })
  expect(await ask('plan', { ...wish, amount: '0.002' })).toMatchObject({ reason: 'key_cap' })
  expect(await ask('plan', wish)).toMatchObject({ outcome: 'refused', reason: 'key_cap', params: { max: '60 USDT' } })
  expect(await ask('account', {})).toMatchObject({ key: { max_order: '100', max_day: '150', ordered: '90' } })
  expect(await orders()).toHaveLength(1)
})

test('MCP-8 an agent whose every call is made three times, with an answer cut each time, has one effect of each', async () => {
  const { ask, net, orders, box } = await begin()
  const thrice = async (name: string, input: object) => {
    const answers: Record<string, unknown>[] = []
    for (let n = 0; n < 3; n += 1) {
      net.lost = 1
      answers.push(await ask('demo', name, input))
    }
    net.lost = 0
    return answers
  }
  for (const name of ['markets', 'account', 'orders']) await thrice(name, {})
  for (const name of ['book', 'candles']) await thrice(name, { symbol: 'BTC-USDT', period: '1min' })
  const plans = [...(await thrice('plan', wish)), ...(await thrice('plan', { ...wish, price: undefined }))]
  expect(new Set(plans.map(({ ticket }) => ticket)).size).toBe(6)
  expect(await orders()).toEqual([])
  const [resting, taking] = [plans[0]?.['ticket'], plans[3]?.['ticket']]
  const placed = await thrice('do', { ticket: resting })
  const taken = await thrice('do', { ticket: taking })
  const before = await box.hash()
  expect([placed, taken].map((all) => new Set(all.map(({ order }) => Object(order).id)).size)).toEqual([1, 1])
  for (const ticket of [resting, taking]) expect(await thrice('outcome', { ticket })).toMatchObject([{}, {}, {}])
  expect(await box.hash()).toBe(before)
  await thrice('do', { cancel: Object(placed[0]?.['order']).id })
  expect((await orders()).map(({ status, kind }) => [status, kind]).toSorted()).toEqual([
    [2, 'market'],
    [3, 'limit'],
  ])
})
test('MCP-6 in the tier read nothing changes, whatever is called: each tool, and each call of the contract by its name', async () => {
  const { talk, ask, net, orders, box } = await begin()
  const { ticket } = await ask('read', 'plan', wish)
  const before = await box.hash()
  const tools = ['markets', 'book', 'candles', 'account', 'orders', 'plan', 'outcome', 'explain', 'do', 'call']
  const names = [...tools, ...allCalls.flatMap(({ feature, name }) => [`${feature}.${name}`, name])]
  const inputs = [{}, { ticket }, { cancel: 1 }, { ...wish, id: 1, key: crypto.randomUUID() }]
  const said = names.flatMap((name) =>
    inputs.map((input) => ({ method: 'tools/call', params: { name, arguments: input } })),
  )
  const { heard } = await talk('read', said)
  expect(heard).toHaveLength(said.length)
  expect(new Set(net.made)).toEqual(new Set(['/api/order/plan']))
  expect([await box.hash(), await orders()]).toEqual([before, []])
})

const pinned = 'node_modules/node/bin/node'
test('MCP-7 as a program it speaks over its standard input and output, and ends when its input does', async () => {
  const { env } = await begin()
  const node = existsSync(pinned) ? pinned : process.execPath
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', 'scripts/run.mjs', 'cli', 'mcp'], {
    env: { ...process.env, ...env },
  })
  let out = ''
  child.stdout.on('data', (some: Buffer) => (out += some.toString()))
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: {} })}\n`)
  child.stdin.end(`${JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/list' })}\n`)
  expect(await once(child, 'close')).toEqual([0, null])
  expect(out.trim().split('\n')).toHaveLength(2)
})
