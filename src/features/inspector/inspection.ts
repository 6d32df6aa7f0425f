import type { Services } from '#src/actors/services.tsx'
import { createNetwork } from './network.ts'
import { createRecorder } from './recorder.ts'
import { createTap } from './tap.actors.ts'

/** Everything the inspector watches with. It works only while somebody holds it: closed, nothing of it runs. */
const createInspection = (services: Services) => {
  const recorder = createRecorder(
    () => performance.now(),
    (work) => setTimeout(work, 120),
  )
  const tap = createTap(recorder)
  const network = createNetwork(recorder, globalThis)
  let holders = 0
  const hold = () => {
    if (holders++ === 0) {
      network.begin()
      tap.begin([services.startup, services.session, services.connection, ...services.outbox.lanes()])
    }
    return () => {
      if (--holders > 0) return
      tap.end()
      network.end()
    }
  }
  return { services, recorder, tap, network, hold }
}
export type Inspection = ReturnType<typeof createInspection>

let current: Inspection | null = null
/** One for the page: the inspector beside the app goes on with what the page of the inspector has seen. */
export const inspectionOf = (services: Services): Inspection => {
  if (current?.services !== services) current = createInspection(services)
  return current
}
