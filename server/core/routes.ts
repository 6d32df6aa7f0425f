import { readerOf, writerOf } from '#contract/wire/compiled.ts'
import { urlOf, type Endpoint, type InputOf } from '#contract/wire/endpoint.ts'
import type { Caller, Calls, Handler, Handlers, AsyncContext, CommandContext } from './context.ts'
import { Refusal } from './refusal.ts'

/** A decision that has its input and only waits for its turn; it brings the answer in wire form. */
export type Ready = (ctx: CommandContext, caller: Caller) => unknown
/** What a call asks for: ready at once, or once something slow is done. */
export type Read = { ready: Ready; prepare?: never } | { ready?: never; prepare: (asyncCtx: AsyncContext, caller: Caller) => Promise<Ready> }
export type Route = {
  word: string
  name: string
  endpoint: Endpoint
  /** Reads the input; refuses with `malformed` and the path of the field. */
  read: (body: unknown) => Read
}

const malformed = (path: readonly PropertyKey[]) => new Refusal('malformed', { path: path.map(String).join('.') })

const routeOf = <E extends Endpoint>(word: string, name: string, endpoint: E, handle: Handler<E>): Route => {
  const inputSchema: E['input'] = endpoint.input
  const outputSchema: E['output'] = endpoint.output
  const readShape = readerOf(inputSchema)
  const write = writerOf(outputSchema)
  const readInput = (body: unknown): InputOf<E> => {
    const asked = readShape(body)
    if (asked.success) return asked.data
    const [issue] = asked.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    throw malformed([...(issue?.path ?? []), ...unknown])
  }
  return {
    word,
    name,
    endpoint,
    read: (body) => {
      const input = readInput(body)
      if (typeof handle === 'function') return { ready: (ctx, who) => write(handle(ctx, who, input)) }
      return {
        prepare: async (asyncCtx, caller) => {
          const decide = await handle.prepare(asyncCtx, caller, input)
          return (ctx, who) => write(decide(ctx, who, input))
        },
      }
    },
  }
}

/** All routes of one word. */
export const routesOf = <T extends Calls<T>>(word: string, calls: T, handlers: Handlers<T>): Route[] => {
  const routes: Route[] = []
  for (const name in calls) routes.push(routeOf(word, name, calls[name], handlers[name]))
  return routes
}

/** Where each route answers: `METHOD /url`; a change by GET has a POST alias (W-2). */
export const placesOf = ({ endpoint }: Route): string[] => {
  const urls = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => urlOf({ ...endpoint, path }))
  const methods = endpoint.method === 'GET' && endpoint.does === 'changes' ? ['GET', 'POST'] : [endpoint.method]
  return urls.flatMap((url) => methods.map((method) => `${method} ${url}`))
}
