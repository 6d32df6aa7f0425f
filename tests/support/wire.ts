import type { Wire } from '#server/bus/far/wire.ts'
import type { Random } from '#server/core/random.ts'
import { turns } from './late-store.ts'

type Listener = { subject: string; take: (text: string) => void }
/**
 * Messages between processes, played in one: those of one process arrive in their order, each some turns of the loop
 * later, unless `isLost` says so.
 */
export function createWires(random: Random, isLost: (subject: string, text: string) => boolean = () => false) {
  const listeners = new Set<Listener>()
  return {
    open: (): Wire => {
      let last: Promise<unknown> = Promise.resolve()
      const own = new Set<Listener>()
      return {
        publish: (subject, text) => {
          if (isLost(subject, text)) return
          last = last
            .then(() => turns(random, 4))
            .then(() => {
              for (const each of listeners) if (each.subject === subject) each.take(text)
            })
        },
        subscribe: (subject, take) => {
          const listener = { subject, take }
          listeners.add(listener)
          own.add(listener)
          return () => void listeners.delete(listener)
        },
        isUp: () => true,
        close: async () => own.forEach((each) => listeners.delete(each)),
      }
    },
  }
}
