import type { AnyActorRef } from 'xstate'
import { createMask, type Mask } from './mask.ts'
import { createNetwork } from './network.ts'
import { createRecorder } from './recorder.ts'
import { createTap } from './tap.ts'
import { plainWire, type Wire } from './wire.ts'

export type InspectionOptions = {
  /** The actors that run already when the inspector opens; those made later are found by themselves. */
  readonly roots: () => readonly AnyActorRef[]
  readonly mask?: Mask
  readonly wire?: Wire
  /** A clock that never jumps: ages and the order of lines are told by it. */
  readonly nowMs?: () => number
  /** The page whose sockets, calls and clock are watched and spoiled. */
  readonly page?: typeof globalThis
}

/** Everything the inspector watches with. It works only while somebody holds it: closed, nothing of it runs. */
export const createInspection = ({
  roots,
  mask = createMask(),
  wire = plainWire,
  nowMs = () => performance.now(),
  page = globalThis,
}: InspectionOptions) => {
  const recorder = createRecorder(nowMs, (work) => setTimeout(work, 120))
  const tap = createTap(recorder, mask)
  const network = createNetwork({ recorder, page, mask, wire })
  let holders = 0
  const hold = () => {
    if (holders++ === 0) {
      network.begin()
      tap.begin(roots())
    }
    return () => {
      if (--holders > 0) return
      tap.end()
      network.end()
    }
  }
  return { recorder, tap, network, mask, hold }
}
export type Inspection = ReturnType<typeof createInspection>
