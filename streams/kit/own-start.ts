/** A place in the caller's own channel: what was read there holds all events up to it. */
export type OwnPlace = { readonly epoch: string; readonly seq: number }
type OwnHead = OwnPlace & { readonly token: string }

/**
 * Where the own channel of a login begins: at the place of the first reply to its token, so that whatever is read from
 * then on misses nothing and is not read a second time once the channel stands. Each place is given out once: a channel
 * that begins again begins anew.
 */
export const createOwnStart = () => {
  let first: OwnHead | null = null
  let given: string | null = null
  return {
    note: (head: OwnHead) => {
      if (head.token !== given && head.token !== first?.token) first = head
    },
    take: (token: string | null): OwnPlace | null => {
      if (token === null || first?.token !== token) return null
      const { epoch, seq } = first
      given = token
      first = null
      return { epoch, seq }
    },
  }
}
