import type * as z from 'zod/mini'
import type { Channels } from './channels.ts'
import type { Endpoint } from './endpoint.ts'

/** An event of the caller's own channel, told apart by `ev` (`feature.happened`). */
export type EventSchema = z.ZodMiniObject<{ readonly ev: z.ZodMiniLiteral<string>; readonly v: z.ZodMiniType }>

/** What one feature adds to the wire: its calls, the events it sends to one account, the channels everybody may follow. */
export type Spec<Calls = object, Events extends readonly EventSchema[] = readonly EventSchema[], Families extends Channels = Channels> = {
  readonly calls: Calls
  readonly events: Events
  readonly channels: Families
}

/** Declares a feature's part of the wire; what it does not have may be left out. */
export const spec = <
  Calls extends { readonly [K in keyof Calls]: Endpoint },
  const Events extends readonly EventSchema[] = readonly [],
  Families extends Channels = Record<never, never>,
>(feature: { readonly calls: Calls; readonly events: Events; readonly channels: Families }): Spec<Calls, Events, Families> => feature
