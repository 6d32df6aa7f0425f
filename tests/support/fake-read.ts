import type { Endpoint, InputOf, OutputOf } from '#contract/wire/endpoint.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { decode } from '#contract/wire/coded.ts'
import type { Read } from '#streams/kit/poll.ts'

/** A `read` whose answers the test gives in wire form; `undefined` gives an unreadable answer. */
export const fakeRead =
  (answer: (path: string, input: unknown) => unknown): Read =>
  async <E extends Endpoint<'reads'>>(endpoint: E, input: InputOf<E>): Promise<Reply<OutputOf<E>>> => {
    const output: E['output'] = endpoint.output
    const read = decode(output, await answer(endpoint.path, input))
    return read.success
      ? { ok: true, value: read.data }
      : { ok: false, failure: { kind: 'unknown', because: 'malformed' } }
  }
