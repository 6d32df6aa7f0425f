import { readerOf, writerOf } from '#contract/wire/compiled.ts'
import { urlOf, type Endpoint, type InputOf } from '#contract/wire/endpoint.ts'
import type { AsyncContext, Caller, Calls, Handler, Handlers } from './context.ts'
import { Refusal } from './refusal.ts'

/** A decision that has its input and waits for its turn; it returns the answer in wire form. */
export type Ready<Ctx> = (ctx: Ctx, caller: Caller) => unknown
/** A call whose input was read: it can decide at once, or after something slow. */
export type Read<Ctx> =
  | { ready: Ready<Ctx>; prepare?: never }
  | { ready?: never; prepare: (asyncCtx: AsyncContext<Ctx>, caller: Caller) => Promise<Ready<Ctx>> }
/** Where a call lies and what it carries: all the gateway needs to know. */
export type RouteInfo = { feature: string; name: string; endpoint: Endpoint }
export type Route<Ctx> = RouteInfo & {
  /** Reads the input; refuses with `malformed` and the path of the field. */
  read: (body: unknown) => Read<Ctx>
}

const malformed = (path: readonly PropertyKey[]) => new Refusal('malformed', { path: path.map(String).join('.') })

const routeOf = <E extends Endpoint, Ctx>(feature: string, name: string, endpoint: E, handle: Handler<E, Ctx>): Route<Ctx> => {
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
    feature,
    name,
    endpoint,
    read: (body) => {
      const input = readInput(body)
      if (typeof handle === 'function') return { ready: (ctx, caller) => write(handle(ctx, caller, input)) }
      return {
        prepare: async (asyncCtx, caller) => {
          const decide = await handle.prepare(asyncCtx, caller, input)
          return (ctx, who) => write(decide(ctx, who, input))
        },
      }
    },
  }
}

/** All routes of one feature. */
export const routesOf = <T extends Calls<T>, Ctx>(feature: string, calls: T, handlers: Handlers<T, Ctx>): Route<Ctx>[] => {
  const routes: Route<Ctx>[] = []
  for (const name in calls) routes.push(routeOf(feature, name, calls[name], handlers[name]))
  return routes
}

/** Where a call answers: `METHOD /url`; a change by GET has a POST alias (W-2). */
export const placesOf = ({ endpoint }: Pick<RouteInfo, 'endpoint'>): string[] => {
  const urls = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => urlOf({ ...endpoint, path }))
  const methods = endpoint.method === 'GET' && endpoint.does === 'changes' ? ['GET', 'POST'] : [endpoint.method]
  return urls.flatMap((url) => methods.map((method) => `${method} ${url}`))
}
