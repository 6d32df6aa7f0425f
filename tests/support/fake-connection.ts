import type { Down, Push } from '#contract/wire/down.ts'
import type { Connection, Ready, RequestFrame } from '#streams/kit/connection.ts'
import { BehaviorSubject, Subject } from 'rxjs'

/** A connection whose other end is the test. */
export function fakeConnection(first: Ready | null = null) {
  const messages$ = new Subject<Down>()
  const ready$ = new BehaviorSubject<Ready | null>(first)
  const cursorsDropped$ = new Subject<void>()
  const sent: (RequestFrame & { i: number })[] = []
  const failed: string[] = []
  let lastI = 0
  const connection: Connection = {
    messages$,
    ready$,
    cursorsDropped$,
    send: (frame) => {
      if (ready$.value === null) return null
      sent.push({ ...frame, i: ++lastI })
      return lastI
    },
    fail: (why) => {
      failed.push(why)
    },
  }
  const subs = () => sent.filter((frame) => frame.m === 'sub')
  return {
    connection,
    sent,
    failed,
    subs,
    ready$,
    messages$,
    cursorsDropped$,
    /** Answers the last `sub`. */
    answer: (r: unknown) => messages$.next({ i: subs().at(-1)?.i ?? 0, r }),
    push: (some: Partial<Push> & Pick<Push, 'c' | 'k' | 's'>) => messages$.next({ e: 'e1', t: 0, ...some }),
  }
}

export const aReady = (some: Partial<Ready> = {}): Ready => ({
  attempt: 1,
  login: 1,
  uid: '7',
  epoch: 'e1',
  head: 0,
  ...some,
})
