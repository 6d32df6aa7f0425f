import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs'

type Due = { readonly at: number; readonly run: () => void; readonly isOver: () => boolean }

/**
 * A scheduler whose time passes by hand. The one of the library nests each repetition in the one before: an hour of a
 * timer overflows it.
 */
export function createVirtualTime() {
  let now = 0
  const waiting: Due[] = []
  class Action<T> extends Subscription implements SchedulerAction<T> {
    readonly #work: (this: SchedulerAction<T>, state?: T) => void
    #turn = 0
    constructor(work: (this: SchedulerAction<T>, state?: T) => void) {
      super()
      this.#work = work
    }
    schedule(state?: T, delay = 0): Subscription {
      // Scheduled again, it is not run for the time before.
      const turn = (this.#turn += 1)
      const due: Due = {
        at: now + Math.max(0, delay),
        run: () => this.#work.call(this, state),
        isOver: () => this.closed || turn !== this.#turn,
      }
      const behind = waiting.findLastIndex(({ at }) => at <= due.at)
      waiting.splice(behind + 1, 0, due)
      return this
    }
  }
  const scheduler: SchedulerLike = {
    now: () => now,
    schedule: <T>(work: (this: SchedulerAction<T>, state?: T) => void, delay?: number, state?: T) =>
      new Action<T>(work).schedule(state, delay),
  }
  return {
    ...scheduler,
    /** Runs what is due, in its order, up to an instant. */
    runTo: (until: number) => {
      for (let due = waiting[0]; due !== undefined && due.at <= until; due = waiting[0]) {
        waiting.shift()
        if (due.isOver()) continue
        now = Math.max(now, due.at)
        due.run()
      }
      now = until
    },
  }
}
