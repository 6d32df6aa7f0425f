import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'
import type { Reply } from '#contract/reply.ts'

/** Asks a call that may be asked again at will. */
export type Read = <E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E>) => Promise<Reply<OutputOf<E>>>
