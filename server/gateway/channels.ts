import { channels } from '#contract/endpoints.ts'
import { neverMerge, type Merge } from '#contract/wire/channels.ts'

/** The caller's own channel, with private events. */
export const ownChannel = 'u:me'

/** The merge rule for pending deltas of a public channel, as its family declares it. */
export const mergeOf = (name: string): Merge => channels[name.split(':')[0] ?? '']?.merge ?? neverMerge
