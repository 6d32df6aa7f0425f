import { manualClock } from '#server/core/clock.ts'

type Beat = { readonly ms: number; readonly work: () => unknown; dueAt: number }
type Every = (ms: number, work: () => unknown) => () => void

/**
 * The only time there is in a box. It stands until it is moved, and what falls due on the way is done at its own
 * instant; everything that decides waits for its turn, so that who came first is a matter of record and not of chance.
 */
export function createTimeline(startMs: number) {
  const clock = manualClock(startMs)
  const beats = new Set<Beat>()
  let last: Promise<unknown> = Promise.resolve()
  let done = 0
  let resets = 0
  const nextBeat = () => {
    let next: Beat | null = null
    for (const beat of beats) if (next === null || beat.dueAt < next.dueAt) next = beat
    return next
  }
  return {
    now: clock.now,
    /** Runs `work` when everything before it is over. */
    turn: <T>(work: () => T | Promise<T>): Promise<T> => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    /** Repeats work every `ms` of this time; at one instant in the order in which they were given. */
    every: ((ms, work) => {
      const beat = { ms, work, dueAt: clock.now() + ms }
      beats.add(beat)
      return () => void beats.delete(beat)
    }) satisfies Every,
    /** Within a turn: takes the clock to another instant; what is to come stays as far away as it was. */
    reset: (at: number) => {
      resets += 1
      for (const beat of beats) beat.dueAt += at - clock.now()
      clock.set(at)
    },
    resets: () => resets,
    /** How often something fell due. */
    beats: () => done,
    /** Within a turn: moves the clock; stops after the beat with which `isEnough` holds. True if it did. */
    advance: async (to: number, isEnough: () => boolean = () => false): Promise<boolean> => {
      for (let beat = nextBeat(); beat !== null && beat.dueAt <= to; beat = nextBeat()) {
        clock.set(Math.max(beat.dueAt, clock.now()))
        beat.dueAt += beat.ms
        done += 1
        await beat.work()
        if (isEnough()) return true
      }
      clock.set(Math.max(to, clock.now()))
      return false
    },
  }
}
export type Timeline = ReturnType<typeof createTimeline>

/** How long a clock that cannot keep its speed may lag before it goes on from where it is. */
const maxLagMs = 2000
const wakeMs = 5

/** Moves a timeline along with the time of this machine, `speed` times as fast; stands until `run`. */
export function createDriver({ now, turn, advance, resets }: Timeline, steadyMs: () => number) {
  let speed = 0
  let from = { steady: steadyMs(), at: now() }
  let isBusy = false
  let seen = resets()
  const run = (times: number) => {
    speed = times
    seen = resets()
    from = { steady: steadyMs(), at: now() }
  }
  /** The instant at which the clock should stand; once it lags too far it goes on from where it is. */
  const target = () => {
    if (seen !== resets()) run(speed)
    const wished = from.at + (steadyMs() - from.steady) * speed
    if (wished - now() <= maxLagMs * speed) return Math.max(now(), Math.floor(wished))
    from = { steady: steadyMs(), at: now() + maxLagMs * speed }
    return from.at
  }
  const timer = setInterval(() => {
    if (speed === 0 || isBusy) return
    isBusy = true
    void turn(() => advance(target())).finally(() => (isBusy = false))
  }, wakeMs)
  return {
    /** Within a turn: brings the clock to where it should stand by now. */
    catchUp: async () => {
      if (speed > 0) await advance(target())
    },
    speed: () => speed,
    /** 0 lets it stand. */
    run,
    stop: () => clearInterval(timer),
  }
}
export type Driver = ReturnType<typeof createDriver>
