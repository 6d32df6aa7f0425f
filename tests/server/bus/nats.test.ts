import { openNats } from '#server/bus/far/nats.ts'
import { hasNats, openPlayedNats, openRealNats } from '#tests/support/nats.ts'
import { expect, onTestFinished, test } from 'vitest'

const servers = [
  ['played server', openPlayedNats] as const,
  ...(hasNats ? [['nats-server', openRealNats] as const] : []),
]
const until = async (is: () => boolean) => {
  while (!is()) await new Promise((next) => setTimeout(next, 10))
}
const begin = async (open: (typeof servers)[number][1]) => {
  const server = await open()
  const faults: unknown[] = []
  const wire = async () => {
    const opened = await openNats({ url: server.url, name: 'test', onFault: (thrown) => faults.push(thrown) })
    onTestFinished(() => opened.close())
    return opened
  }
  onTestFinished(() => server.kill())
  const [one, other] = [await wire(), await wire()]
  const got: string[] = []
  const stop = one.subscribe('a', (text) => got.push(text))
  one.subscribe('b', (text) => got.push(text))
  // A subscription stands when the server has heard of it.
  const arrives = async (text: string) => {
    while (!got.includes(text)) {
      other.publish('b', text)
      await new Promise((next) => setTimeout(next, 10))
    }
  }
  await arrives('up')
  got.length = 0
  return { server, one, other, got, stop, arrives, faults }
}
const long = (word: string) => word + '\u{1F600}é'.repeat(300_000)

test.each(servers)(
  'messages of one process arrive in their order, whatever their length and subject: %s',
  async (_, open) => {
    const { other, got, faults } = await begin(open)
    const sent = Array.from({ length: 40 }, (_, n) => (n % 10 === 3 ? long(`m${n}`) : `m${n}`))
    for (const [n, text] of sent.entries()) other.publish(n % 2 ? 'a' : 'b', text)
    await until(() => got.length === sent.length)
    expect(got).toEqual(sent)
    expect(faults).toEqual([])
  },
)
test.each(servers)(
  'parts of long messages of two processes do not mix, and a lost end hinders nobody: %s',
  async (_, open) => {
    const { one, other, got } = await begin(open)
    for (let n = 0; n < 3; n += 1) {
      one.publish('a', long(`one ${n}`))
      other.publish('a', long(`other ${n}`))
    }
    await until(() => got.length === 6)
    expect(got.toSorted()).toEqual([0, 1, 2].flatMap((n) => [long(`one ${n}`), long(`other ${n}`)]).toSorted())
  },
)
test.each(servers)('what nobody follows any more does not arrive: %s', async (_, open) => {
  const { other, got, stop, arrives } = await begin(open)
  stop()
  await arrives('known')
  got.length = 0
  other.publish('a', 'gone')
  await arrives('b')
  expect(got).not.toContain('gone')
})
test.each(servers)(
  'a server that is lost is found again: subscriptions stand, and what was said meanwhile is gone: %s',
  async (_, open) => {
    const { server, one, other, got, arrives } = await begin(open)
    await server.kill()
    await until(() => !one.isUp() && !other.isUp())
    other.publish('a', 'lost')
    await server.start()
    await until(() => one.isUp() && other.isUp())
    await arrives('again')
    other.publish('a', 'next')
    await until(() => got.includes('next'))
    expect(got).not.toContain('lost')
  },
)
