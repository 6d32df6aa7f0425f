import { readerOf, writerOf } from '#contract/wire/compiled.ts'
import { urlOf, type Endpoint, type InputOf } from '#contract/wire/endpoint.ts'
import type { AsyncContext, Caller, Calls, Handler, Handlers } from './context.ts'
import { Refusal } from './refusal.ts'

/** A decision bound to its input; returns the answer in wire form. */
export type Decision<Ctx> = (ctx: Ctx, caller: Caller) => unknown
/** A call with validated input: it can decide at once (`ready`), or after an asynchronous `prepare`. */
/** `input` is what was read, the same whether it came as JSON, form or query. */
type ParsedCall<Ctx> = { input: unknown } & (
  | { ready: Decision<Ctx>; prepare?: never }
  | { ready?: never; prepare: (asyncCtx: AsyncContext<Ctx>, caller: Caller) => Promise<Decision<Ctx>> }
)
/** A call's feature, name and endpoint: all that the gateway needs. */
export type RouteInfo = { feature: string; name: string; endpoint: Endpoint }
export type Route<Ctx> = RouteInfo & {
  /** Validates the input; refuses with `malformed` and the path of the offending field. */
  read: (body: unknown) => ParsedCall<Ctx>
}

const malformed = (path: readonly PropertyKey[]) => new Refusal('malformed', { path: path.map(String).join('.') })

const routeOf = <E extends Endpoint, Ctx>(
  feature: string,
  name: string,
  endpoint: E,
  handle: Handler<E, Ctx>,
): Route<Ctx> => {
  const inputSchema: E['input'] = endpoint.input
  const outputSchema: E['output'] = endpoint.output
  const readShape = readerOf(inputSchema)
  const write = writerOf(outputSchema)
  const readInput = (body: unknown): InputOf<E> => {
    const parsed = readShape(body)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    throw malformed([...(issue?.path ?? []), ...unknown])
  }
  return {
    feature,
    name,
    endpoint,
    read: (body) => {
      const input = readInput(body)
      if (typeof handle === 'function') return { input, ready: (ctx, caller) => write(handle(ctx, caller, input)) }
      return {
        input,
        prepare: async (asyncCtx, caller) => {
          const decide = await handle.prepare(asyncCtx, caller, input)
          return (ctx, decidingCaller) => write(decide(ctx, decidingCaller, input))
        },
      }
    },
  }
}

/** All routes of one feature. */
export const routesOf = <T extends Calls<T>, Ctx>(
  feature: string,
  calls: T,
  handlers: Handlers<T, Ctx>,
): Route<Ctx>[] => {
  const routes: Route<Ctx>[] = []
  for (const name in calls) routes.push(routeOf(feature, name, calls[name], handlers[name]))
  return routes
}

/**
 * The keys of a call in the routing table, `METHOD /url`, one per URL and method; a change by GET can also be called by
 * POST (W-2).
 */
export const routeKeysOf = ({ endpoint }: Pick<RouteInfo, 'endpoint'>): string[] => {
  const urls = [endpoint.path, ...(endpoint.aliases ?? [])].map((path) => urlOf({ ...endpoint, path }))
  const methods = endpoint.method === 'GET' && endpoint.does === 'changes' ? ['GET', 'POST'] : [endpoint.method]
  return urls.flatMap((url) => methods.map((method) => `${method} ${url}`))
}
