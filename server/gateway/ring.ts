import type { SubReply } from '#contract/wire/up.ts'
import type { Venue } from '#server/venue.ts'

const maxPage = 200
/** More missing events than this are not replayed: the client reads anew. */
const maxReplay = 1000

/** The stream of one account, on disk: what a returning client has missed, or the word that it must read anew. */
export function createRing(venue: Venue) {
  const { store, ctx } = venue
  const known = store.meta('stream_epoch')
  const epoch = known ?? ctx.now().toString(36)
  if (known === null) store.setMeta('stream_epoch', epoch)

  const head = (user: number) => ctx.tables.heads.get(user)?.s ?? 0
  const frameOf = (s: number, body: string, at: number) =>
    `{"c":"u:me","k":"event","e":"${epoch}","s":${s},"b":${s - 1},"d":${body},"t":${at}}`

  const missed = (user: number, after: number): string[] => {
    const frames: string[] = []
    for (let from = after; ; ) {
      const some = store.events(user, from, maxPage)
      for (const { s, body, at } of some) frames.push(frameOf(s, body, at))
      const last = some.at(-1)
      if (!last || some.length < maxPage) return frames
      from = last.s
    }
  }
  return {
    epoch,
    head,
    frameOf,
    /** What to answer a subscriber who holds `s` of epoch `e`. All that was told before is on disk by now. */
    resume: (user: number, e: string | undefined, s: number | undefined): { reply: SubReply; frames: string[] } => {
      venue.flush()
      const top = head(user)
      const fresh = (why: 'new' | 'epoch' | 'trimmed' | 'ahead' | 'limit') => ({ reply: { mode: 'fresh' as const, why, head: top }, frames: [] })
      if (e === undefined || s === undefined) return fresh('new')
      if (e !== epoch) return fresh('epoch')
      if (s > top) return fresh('ahead')
      if (s === top) return { reply: { mode: 'resumed', n: 0 }, frames: [] }
      const { tail } = store.ring(user)
      if (tail === 0 || tail > s + 1) return fresh('trimmed')
      if (top - s > maxReplay) return fresh('limit')
      const frames = missed(user, s)
      return { reply: { mode: 'resumed', n: frames.length }, frames }
    },
  }
}
export type Ring = ReturnType<typeof createRing>
