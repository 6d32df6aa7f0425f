import { channels } from '#contract/endpoints.ts'
import { neverMerge, type ChannelClass, type Merge } from '#contract/wire/channels.ts'

/** The caller's own channel, with private events. */
export const ownChannel = 'u:me'

const familyOf = (name: string) => {
  const family = name.split(':')[0] ?? ''
  return Object.hasOwn(channels, family) ? channels[family] : undefined
}
/** The merge rule for pending deltas of a public channel, as its family declares it. */
export const mergeOf = (name: string): Merge => familyOf(name)?.merge ?? neverMerge
/** True for a name of a family that whoever is logged in may follow; whether there is such a channel the venue knows. */
export const isPublic = (name: string) => familyOf(name)?.audience === 'all'
/** The class of a channel that only some users may follow; null for any other name. */
export const membersClassOf = (name: string): ChannelClass | null => {
  const family = familyOf(name)
  return family?.audience === 'members' ? family.class : null
}
