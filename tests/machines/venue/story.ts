import type { MemoryVenue } from '#server/memory.ts'
import type { SomeSettings } from '#server/settings.ts'
import { createTemplate, troubles, type Trouble, type VenueOptions } from './place.ts'
import type { Seen } from './seen.ts'
import { openStage, type OnPlace } from './stage.ts'

export type Stage<H extends MemoryVenue = MemoryVenue> = Awaited<ReturnType<typeof openStage<H>>>
type Told<H extends MemoryVenue> = {
  readonly name: string
  /** Troubles that it is not played in, and why. */
  readonly except?: Partial<Record<Trouble, string>>
  readonly settings?: SomeSettings
  /** The venue with its people, once for all plays: afterwards it is gone, and only what it stored and named counts. */
  readonly open: (options: VenueOptions) => Promise<H>
  /** Who the client is. */
  readonly user: (harness: H) => number
  readonly onRestart?: OnPlace
  readonly onTick?: OnPlace
  readonly tickMs?: number
  readonly play: (stage: Stage<H>) => Promise<void>
}
export type Played = {
  readonly trace: readonly string[]
  readonly bugs: readonly unknown[]
  readonly wrong: readonly string[]
  readonly openIntents: number
}
export type Story = {
  readonly name: string
  readonly troubles: readonly Trouble[]
  readonly play: (trouble: Trouble, seen: Seen) => Promise<Played>
}

/** What people and time do to machines, act by act; played once in each trouble, it comes to the same. */
export const story = <H extends MemoryVenue>({
  name,
  except = {},
  settings = {},
  open,
  user,
  onRestart,
  onTick,
  tickMs,
  play,
}: Told<H>): Story => {
  let template: ReturnType<typeof createTemplate<H>> | null = null
  return {
    name,
    troubles: troubles.filter((trouble) => except[trouble] === undefined),
    play: async (trouble, seen) => {
      template ??= createTemplate(settings, open)
      const stage = await openStage({
        trouble,
        seen,
        settings,
        template: await template,
        user,
        ...(onRestart && { onRestart }),
        ...(onTick && { onTick }),
        ...(tickMs !== undefined && { tickMs }),
      })
      try {
        await play(stage)
        return { trace: stage.trace, bugs: stage.bugs(), wrong: stage.wrong, openIntents: await stage.resolve() }
      } finally {
        await stage.stop()
      }
    },
  }
}
