import { VirtualTimeScheduler } from 'rxjs'
import { SimulatedClock } from 'xstate'

/**
 * The clocks of a simulated device: timers, monotonic clock, and a wall clock that may be wrong. Nothing passes by
 * itself.
 */
export function createDevice(clock: { readonly now: () => number }) {
  const time = new VirtualTimeScheduler()
  const chart = new SimulatedClock()
  let ahead = 0
  let wrongMs = 0
  return {
    /** For rxjs: the scheduler of its timers. */
    time,
    /** For xstate: the clock of its delays. */
    chart,
    steadyMs: () => time.now() + ahead,
    wallMs: () => clock.now() + wrongMs,
    /** Advances the device with its timers running. */
    live: (ms: number) => {
      time.maxFrames = time.now() + ms
      time.flush()
      time.frame = time.maxFrames
      chart.increment(ms)
    },
    /** Advances the monotonic clock only, as if the device had slept. */
    slept: (ms: number) => (ahead += ms),
    setWrong: (ms: number) => (wrongMs = ms),
  }
}
