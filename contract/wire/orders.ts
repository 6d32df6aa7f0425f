import * as z from 'zod/mini'

// Words that the products share where an order waits for something.

/** How long an order lives: until it is cancelled, not at all (what fills at once, or all of it), until an instant. */
export const tif = z.enum(['gtc', 'ioc', 'fok', 'gtd'])
export type Tif = z.output<typeof tif>
/** A good-till-date order lives at least and at most so long. */
export const leastLifeMs = 10_000
export const mostLifeMs = 400 * 86_400_000

/** Where an order meets one of its owner: the new one ends, the resting one gives way, or both end. */
export const selfTrade = z.enum(['taker', 'maker', 'both'])
export type SelfTrade = z.output<typeof selfTrade>

/** What ended an order, a position or a trigger, where an older word for it is too coarse. */
export const endedWhy = z.enum(['expired', 'linked', 'deadman', 'gap', 'trail', 'self', 'too_small'])
export type EndedWhy = z.output<typeof endedWhy>
