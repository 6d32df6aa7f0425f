import type * as z from 'zod/mini'
import type { Channels } from './channels.ts'
import type { Endpoint } from './endpoint.ts'

/** Schema of an event of the caller's own channel, discriminated by `ev` (`feature.happened`). */
export type EventSchema = z.ZodMiniObject<{ readonly ev: z.ZodMiniLiteral<string>; readonly v: z.ZodMiniType }>

/**
 * The part of the wire that belongs to one feature: its calls, its events on users' own channels, its public channels.
 */
export type Spec<
  Calls = object,
  Events extends readonly EventSchema[] = readonly EventSchema[],
  Families extends Channels = Channels,
> = {
  /** What the calls are about, for the documents. */
  readonly about?: string
  readonly calls: Calls
  readonly events: Events
  readonly channels: Families
}

/** Declares a feature's part of the wire. */
export const spec = <
  Calls extends { readonly [K in keyof Calls]: Endpoint },
  const Events extends readonly EventSchema[] = readonly [],
  Families extends Channels = Record<never, never>,
>(feature: {
  readonly about?: string
  readonly calls: Calls
  readonly events: Events
  readonly channels: Families
}): Spec<Calls, Events, Families> => feature
