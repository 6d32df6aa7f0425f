import { createLater } from '#streams/kit/later.ts'
import { EMPTY, filter, firstValueFrom, Observable, of, switchMap, take, type Subscription } from 'rxjs'
import type { createOutbox, Outbox, OutboxPorts } from './outbox.actors.ts'

/** The outbox, in a file of its own, which comes with the first login or with the first message. */
export function createLateOutbox(ports: OutboxPorts): Outbox & { readonly start: () => Subscription } {
  let made: ReturnType<typeof createOutbox> | null = null
  const later = createLater(async () => (made = (await import('./outbox.actors.ts')).createOutbox(ports)), null)
  const outbox = () => firstValueFrom(later((opened) => of(opened), EMPTY))
  return {
    entries$: later(({ entries$ }) => entries$, of([])),
    entries: () => made?.entries() ?? [],
    sent$: later(({ sent$ }) => sent$, EMPTY),
    progress$: later(({ progress$ }) => progress$, EMPTY),
    add: async (written) => (await outbox()).add(written),
    retry: async (cid) => (await outbox()).retry(cid),
    drop: async (cid) => (await outbox()).drop(cid),
    lanes: () => made?.lanes() ?? [],
    start: () =>
      ports.login$
        .pipe(
          filter((login) => login !== null),
          take(1),
          switchMap(() => later(({ start }) => new Observable<never>(() => start()), EMPTY)),
        )
        .subscribe(),
  }
}
