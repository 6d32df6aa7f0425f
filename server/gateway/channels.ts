import { channels } from '#contract/endpoints.ts'
import { neverMerge, type Merge } from '#contract/wire/channels.ts'

/** The caller's own channel. */
export const ownChannel = 'u:me'

/** How waiting deltas of a public channel are merged: its family declares it. */
export const mergeOf = (name: string): Merge => channels[name.split(':')[0] ?? '']?.merge ?? neverMerge
