import type { createDevice } from '#tests/kit/device.ts'
import type { Net } from './net.ts'
import type { Tape } from '#src/parts/recording/tape.ts'
import type { WorldVenue } from './venue.ts'

type Living = {
  readonly device: Pick<ReturnType<typeof createDevice>, 'live'>
  readonly sleepsUntil: number
  readonly tape?: Pick<Tape, 'look'> | null
}
type World = { readonly venue: WorldVenue; readonly net: Pick<Net, 'deliver'>; readonly places: readonly Living[] }

/**
 * Time passes in a world: the devices that are awake live it; then what they sent is delivered, decided, stored and
 * told.
 */
export const createTick =
  ({ venue, net, places }: World) =>
  async (ms: number) => {
    venue.advance(ms)
    for (const { device, sleepsUntil, tape } of places) {
      if (sleepsUntil > venue.now()) continue
      device.live(ms)
      tape?.look()
    }
    net.deliver()
    await venue.settle()
    venue.commit()
    venue.beat()
    venue.commit()
    await venue.settle()
    venue.report()
  }
