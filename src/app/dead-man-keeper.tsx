import { orders, type DeadMan } from '#contract/trigger/trigger-orders.ts'
import { useDeadMan } from '#src/actors/use-dead-man.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'

/** Renews the dead-man switch of the user for as long as this page is there. It shows nothing. */
export function DeadManKeeper() {
  const { request } = useServices()
  const { value } = useRead('dead man', (signal) => request.read(orders.deadMan, {}, { signal }))
  return value === null ? null : <Keep copy={value} />
}
function Keep({ copy }: { readonly copy: DeadMan }) {
  useDeadMan(copy, true)
  return null
}
