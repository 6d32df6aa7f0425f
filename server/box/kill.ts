import { AsyncLocalStorage } from 'node:async_hooks'

/** Where the venue dies of a change: when it is decided and not stored, or when it is stored and nobody was told. */
export type Kill = 'before' | 'after'
/** Nobody hears what became of a change: the venue has died of it. */
export class Killed extends Error {}
/** How the venue dies of the change that a call under way makes. */
export const killing = new AsyncLocalStorage<Kill>()
