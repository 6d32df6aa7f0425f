import { createBadLine, scenarioOf, type Scenario } from '@kontor/inspector/bad-line'
import { without } from '#src/features/inspector/wire.ts'
import type { SocketMessage } from '#streams/kit/socket.ts'
import { createClient } from '#tests/socket/client.ts'
import { transports, type Harness } from '#tests/socket/harness.ts'
import { filesIn, textOf } from '#tests/support/files.ts'
import { verify } from '#tests/support/lever-venue.ts'
import { Observable } from 'rxjs'
import { expect, test } from 'vitest'

const beatMs = 50
const order = { legal_id: 3, currency_id: 1, type: 1, amount: '0.01', target_price: '50000', kind: 'limit' }

/** The socket of the harness behind a bad line that lives by the client's clock; `flush` delivers what is due. */
function spoil(harness: Harness, scenario: Scenario) {
  let now = 0
  const line = createBadLine(scenario.seed, () => now, without)
  let waiting: { readonly at: number; readonly go: () => void }[] = []
  const sendOn = (direction: 'up' | 'down', go: () => void) => {
    for (const ms of line.fateOf(direction)) {
      if (ms === 0) go()
      else waiting.push({ at: now + ms, go })
    }
  }
  const dial = () =>
    new Observable<SocketMessage>((listener) =>
      harness.dial().subscribe({
        next: (said) => {
          if (said.type === 'socket.opened')
            return listener.next({ ...said, send: (frame) => sendOn('up', () => said.send(frame)) })
          if (said.type !== 'socket.frame') return listener.next(said)
          const shaped = line.shape(said.frame)
          if (shaped !== null) sendOn('down', () => listener.next({ ...said, frame: shaped }))
        },
        complete: () => listener.complete(),
      }),
    )
  const steps = [...scenario.steps]
  const pass = (ms: number) => {
    now += ms
    const due = waiting.filter(({ at }) => at <= now).toSorted((a, b) => a.at - b.at)
    waiting = waiting.filter(({ at }) => at > now)
    for (const { go } of due) go()
    for (let step = steps[0]; step !== undefined && step.atMs <= now; step = steps[0]) {
      steps.shift()
      if (step.do === 'set') line.set(step.faults)
      else if (step.do === 'halfOpen') line.halfOpen(!line.state().isHalfOpen)
      else if (step.do === 'mute') line.mute(step.channel)
      else if (step.do === 'sleep') line.sleep(step.ms)
      else if (step.do === 'drop') harness.cut()
      else line.mend()
    }
  }
  return { dial, pass, isOver: () => steps.length === 0 && waiting.length === 0 }
}

const [transport] = transports
test.each(filesIn('tests/features/inspector/scenarios', /\.json$/))(
  'INS-13 %s, replayed: once it is over the client shows what the venue holds, each order once',
  async (file) => {
    const scenario = scenarioOf(textOf(file))
    if (scenario === null || transport === undefined) throw new Error(`${file} is no scenario`)
    const harness = await transport.open()
    const { user, token } = await harness.enter()
    await verify(harness.venue, [user])
    const line = spoil(harness, scenario)
    const client = createClient({ dial: line.dial, fetch: harness.fetch }, token)
    const shown = client.keep(client.feeds.spotOrders$)
    await client.come()
    const placed: number[] = []
    for (let ms = 0; ms < 9000 || !line.isOver(); ms += beatMs) {
      if (ms % 1000 === 0 && placed.length < 7) {
        const { answer } = await harness.ask('POST /api/coin/trade', order, { user })
        placed.push(Number(JSON.stringify(answer).match(/"id":(\d+)/)?.[1]))
      }
      line.pass(beatMs)
      client.pass(beatMs)
      harness.pass(beatMs)
      await new Promise((done) => setImmediate(done))
    }
    await client.later(() => {
      line.pass(10)
      expect(shown.at(-1)?.freshness).toBe('live')
      expect(
        shown
          .at(-1)
          ?.value?.map(({ id }) => id)
          .toSorted((a, b) => a - b),
      ).toEqual(placed)
    }, harness.pass)
    // Nothing was shown twice, and nothing that was never placed.
    for (const { value } of shown) {
      const ids = (value ?? []).map(({ id }) => id)
      expect([new Set(ids).size, ids.filter((id) => !placed.includes(id))]).toEqual([ids.length, []])
    }
    client.stop()
    await harness.stop()
  },
)
