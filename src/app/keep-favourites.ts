import type { Center } from '#contract/account/account-center.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { personalName } from '#src/lib/personal.ts'
import { readStored, removeStored, textsOf, writeStored } from '#src/lib/storage.ts'
import { useSession } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'

/** Stars that are set one after the other are sent together. */
const calmMs = 600
const isSame = (one: readonly string[], other: readonly string[]) => one.join() === other.join()
/** What the venue has not been told yet; it outlives the page. */
const unsentOf = (user: number) => readStored(personalName('favourites', user), textsOf)
const personIn = () => {
  const { phase, user } = useSession.getState()
  return phase === 'in' ? user : null
}

/**
 * The favourites belong to the account: what is changed here is sent, and what is changed on another device is taken. A
 * change that was not sent yet is newer than what the venue has. Returns the function that stops it.
 */
export function keepFavourites(keep: (markets: string[]) => Promise<Reply<unknown> | null>) {
  let isSending = false
  let calm: ReturnType<typeof setTimeout> | undefined
  const send = async (user: number, markets: readonly string[]) => {
    isSending = true
    const reply = await keep([...markets])
    isSending = false
    // The login has ended, or nothing left this page: the next change or login sends it.
    if (reply === null) return
    if (isSame(unsentOf(user) ?? [], markets)) removeStored(personalName('favourites', user))
    settle()
  }
  const settle = () => {
    const user = personIn()
    if (user === null || isSending) return
    const unsent = unsentOf(user.id)
    if (unsent === null) take(user)
    else void send(user.id, unsent)
  }
  const followSession = useSession.subscribe((now, before) => {
    if (now.user !== before.user) settle()
  })
  const followChoices = useSettings.subscribe(({ favourites, favouritesOf }, before) => {
    const user = personIn()
    if (user === null || favourites === before.favourites || favouritesOf !== user.id) return
    // What was taken from the venue is there, and what another tab has changed it sends itself.
    if (isSame(favourites, unsentOf(user.id) ?? user.favourites ?? [])) return
    writeStored(personalName('favourites', user.id), favourites)
    clearTimeout(calm)
    calm = setTimeout(settle, calmMs)
  })
  settle()
  return () => {
    clearTimeout(calm)
    followSession()
    followChoices()
  }
}

/** What the venue has; who has kept none there gives it what was kept before the login, unless it is somebody else's. */
function take({ id, favourites }: Center) {
  const { favourites: held, favouritesOf, set } = useSettings.getState()
  const isOwn = favouritesOf === 0 || favouritesOf === id
  const known = favourites ?? (isOwn ? held : [])
  if (favouritesOf !== id || !isSame(held, known)) set({ favourites: known, favouritesOf: id })
  if ((favourites ?? null) === null && known.length > 0) set({ favourites: [...known] })
}
