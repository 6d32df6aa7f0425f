import { endSessions, storeLastUse } from '#server/identity/callers.ts'
import type { SomeSettings } from '#server/settings.ts'
import type { MemoryVenue } from '#server/memory.ts'
import { resolveIntents } from '#src/app/resolve-intents.ts'
import { leavesOf } from '#tests/kit/walk.ts'
import { answerOf } from '#tests/support/people.ts'
import type { AnyActorRef, AnyMachineSnapshot, InspectionEvent, SimulatedClock, Snapshot } from 'xstate'
import { openClient } from './client.ts'
import { openPlace, type Template, type Trouble } from './place.ts'
import type { Seen } from './seen.ts'

type Body = Readonly<Record<string, unknown>>
type Begin<S extends AnyMachineSnapshot, E> = (options: {
  readonly clock: SimulatedClock
  readonly inspect: (event: InspectionEvent) => void
  readonly snapshot?: Snapshot<unknown>
}) => Walked<S, E>
type Walked<S extends AnyMachineSnapshot, E> = Pick<AnyActorRef, 'stop' | 'getPersistedSnapshot'> & {
  readonly start: () => unknown
  readonly getSnapshot: () => S
  readonly send: (event: E) => void
}
type Watched = {
  readonly shown: () => string
  readonly isBusy: () => boolean
  readonly restore: () => void
  readonly stop: () => void
}
/** What a venue that has started again needs before anything can happen: prices. */
export type OnPlace = (place: { readonly memory: () => MemoryVenue; readonly price: () => number }) => unknown
type Options<H> = {
  readonly trouble: Trouble
  readonly seen: Seen
  readonly settings?: SomeSettings
  readonly template: Template<H>
  readonly user: (harness: H) => number
  readonly onRestart?: OnPlace /** What goes on at the venue with each tick of the time: prices. */
  readonly onTick?: OnPlace
  readonly tickMs?: number
}

const maxMendMs = 60_000
const isBusyIn = ({ status, tags }: AnyMachineSnapshot) => status === 'active' && tags.has('busy')

/** One play of a story: the venue, a client, the machines that are walked, and one trouble in each of its acts. */
export async function openStage<H extends MemoryVenue>({
  trouble,
  seen,
  settings = {},
  template,
  user,
  onRestart,
  onTick,
  tickMs = 250,
}: Options<H>) {
  const place = openPlace(settings, template)
  const me = user(place.harness)
  const client = await openClient(place, seen, me)
  const watched: Watched[] = []
  const trace: string[] = []
  const wrong: string[] = []
  let keys = 0
  let price = 100
  const here = { memory: place.memory, price: () => price }
  const hex = (value: number, digits: number) => value.toString(16).slice(-digits).padStart(digits, '0')
  const newKey = () => {
    const at = hex(place.now(), 12)
    return [at.slice(0, 8), at.slice(8), '7000', '8000', hex((keys += 1), 12)].join('-')
  }

  const tick = async (ms: number) => {
    place.advance(ms)
    client.device.live(ms)
    await onTick?.(here)
    await place.venue().runDue()
    place.beat()
    await place.settle()
  }
  const pass = async (ms: number, stepMs = tickMs) => {
    for (let passed = 0; passed < ms; passed += stepMs) await tick(Math.min(stepMs, ms - passed))
  }
  /** Until the line is live and nothing is under way. */
  const mend = async () => {
    for (
      let passed = 0;
      passed < maxMendMs && (client.isOver() || !client.isLive() || watched.some((each) => each.isBusy()));
      passed += tickMs
    ) {
      // Who was away for a week, or was logged out, logs in again.
      if (client.isOver()) await client.logIn()
      await tick(tickMs)
    }
    await pass(1000)
  }
  /** The next call is answered by 999. */
  const endLogin = () => {
    void place.venue().command((ctx) => endSessions(ctx, me, 'locked'))
    place.venue().flush()
  }
  const begin = () => {
    if (trouble === 'line lost' || trouble === 'events gone') place.cut()
    if (trouble === 'answer lost') place.lose(true)
    if (trouble === 'restored, answers doubled') place.double(true)
  }
  const end = async () => {
    if (trouble === 'events gone') place.forget()
    place.mend()
    await mend()
    place.lose(false)
    place.double(false)
    if (trouble !== 'restored, answers doubled') return
    watched.forEach(({ restore }) => restore())
    await mend()
  }
  const stage = {
    ...place,
    ...client,
    trace,
    wrong,
    pass,
    newKey,
    me,
    user: me,
    /** The venue of this moment, as helpers of tests take it. */
    memory: place.memory,
    /** A call of somebody else, or of the same person elsewhere, made at the venue itself. */
    call: async (routeKey: string, body: Body = {}, by = me) => {
      const answer = answerOf((await place.memory().ask(routeKey, body, { user: by }, newKey())).answer)
      if (answer.reason !== undefined) throw new Error(`${routeKey} is refused: ${answer.reason}`)
      return answer
    },
    setPrice: (next: number) => void (price = next),
    /** Until an instant of the venue. */
    until: (atMs: number) => pass(Math.max(0, atMs - place.now())),
    /** Sends while the answer is withheld, so that what is told of it comes first. */
    late: async (send: () => unknown) => {
      const go = place.hold()
      await send()
      await place.settle()
      go()
    },
    /** Sends while the socket is withheld, so that the answer comes before what is told of it. */
    early: async (send: () => unknown) => {
      // With its login a page ends: what was not told before is never told to it.
      const go = trouble === '999' ? () => undefined : place.silence()
      await send()
      await place.settle()
      go()
    },
    /** Time in which the device sleeps and the venue goes on: as long as events are kept, or longer. */
    leap: async (ms: number) => {
      await place.venue().command(storeLastUse)
      place.advance(ms)
      client.device.slept(ms)
      for (let pass = 0; pass < 100; pass += 1) await place.venue().runDue()
      place.beat()
      await place.settle()
      if (place.isOpen()) await mend()
    },
    /** An actor that is walked: its states are noted, and the trouble of this play meets it. */
    walk: <S extends AnyMachineSnapshot, E>(
      name: string,
      start: Begin<S, E>,
      { isRestored = true }: { readonly isRestored?: boolean } = {},
    ) => {
      let actor = start({ clock: client.device.chart, inspect: seen.inspect })
      actor.start()
      const restore = () => {
        if (!isRestored || actor.getSnapshot().status !== 'active') return
        const kept: Snapshot<unknown> = JSON.parse(JSON.stringify(actor.getPersistedSnapshot()))
        actor.stop()
        actor = start({ clock: client.device.chart, inspect: seen.inspect, snapshot: kept })
        actor.start()
      }
      watched.push({
        shown: () => `${name} ${leavesOf(actor.getSnapshot().value).join(' + ')}`,
        isBusy: () => isBusyIn(actor.getSnapshot()),
        restore,
        stop: () => actor.stop(),
      })
      return {
        now: () => actor.getSnapshot(),
        /** What its page knows and tells it; no act of a person. */
        tell: (event: E) => actor.send(event),
        send: (event: E) => {
          if (trouble === '999') endLogin()
          actor.send(event)
          // On its way, and once more while its outcome is asked for.
          if (trouble === 'restored, answers doubled') restore()
        },
      }
    },
    /** One act of the story, in this play's trouble; then everything is well again and comes to rest. */
    act: async (name: string, work: () => unknown, expected: Readonly<Record<string, string>> = {}) => {
      begin()
      await work()
      await place.settle()
      if (trouble === 'venue restarted') {
        place.restart()
        await onRestart?.(here)
      }
      await pass(tickMs)
      await end()
      const shown = watched.map((each) => each.shown())
      // An act without a name is on its way to the next one: what it comes to differs by its trouble.
      if (name === '') return
      trace.push(`${name}: ${shown.join(' | ')}`)
      for (const [who, state] of Object.entries(expected))
        if (!shown.includes(`${who} ${state}`))
          wrong.push(`${trouble}: after "${name}" not ${who} ${state}, but ${shown.join(' | ')}`)
    },
    /** The changes whose pages are gone, resolved as at the next start of the app; returns how many stay open. */
    resolve: async () => {
      if (client.isOver()) await client.logIn()
      for (let asked = 0; asked < 3 && client.openIntents() > 0; asked += 1) {
        await resolveIntents(client.ports)
        await place.settle()
      }
      return client.openIntents()
    },
    stop: async () => {
      watched.forEach((each) => each.stop())
      client.stop()
      await place.stop()
    },
  }
  await mend()
  return stage
}
