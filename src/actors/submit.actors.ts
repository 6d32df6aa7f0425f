import type { Endpoint } from '#contract/wire/endpoint.ts'
import type { Intent } from '#machines/kit/step.ts'
import { submitMachine } from '#machines/kit/submit.ts'
import { createStep, stepLogic, type StepPorts } from './step.actors.ts'

/** Connects the submit machine to one call. */
export const createSubmit = <E extends Endpoint<'changes'>>(ports: StepPorts, endpoint: E) => {
  const { callOf, intentOf, valueOf } = createStep(ports, endpoint)
  const logic = submitMachine.provide({ actors: { step: stepLogic<Intent, unknown>(callOf) } })
  return { logic, intentOf, valueOf }
}
