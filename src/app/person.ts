import { syncPush } from '#src/actors/device-push.ts'
import { wipeChats } from '#src/actors/chat-cache.ts'
import { dropDrafts } from '#src/lib/clear-cache.ts'
import { forgetPersonal } from '#src/lib/personal.ts'
import { unsubscribePush } from '#src/lib/web-push.ts'
import { account } from '#contract/account/account.ts'
import type { Services } from '#src/actors/services.tsx'
import type { Request } from '#src/api/request.ts'
import { closeNotices, followNotices, openNotices, useNotices } from '#src/stores/notices.ts'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { followMinutes } from '#src/stores/lock-mark.ts'
import { useSession, type SessionState } from '#src/stores/session.ts'
import { useSettings } from '#src/stores/settings.ts'
import type { Feeds } from '#streams/feeds.ts'
import type { Subscription } from 'rxjs'
import { keepFavourites } from './keep-favourites.ts'
import { textsFor } from './texts-for.ts'
import { runNotices } from './notices.ts'

const name = 'kontor.tabOwner'
/** What was begun in the forms of this tab belongs to who began it: another account finds none of it. */
const ownTab = (account: number) => {
  try {
    const owner = sessionStorage.getItem(name)
    if (owner !== null && owner !== String(account)) dropDrafts()
    sessionStorage.setItem(name, String(account))
  } catch {
    // Without storage nothing was begun.
  }
}
/**
 * A logout, here or in another tab. A login that the server ended is not one: the same person comes back to what they
 * began.
 */
const forget = (account: number) => {
  dropDrafts()
  forgetPersonal(account)
  wipeChats(account)
  void unsubscribePush()
}
/**
 * The venue's copy of the subscription of this device follows each login, the language, and whether balances are
 * hidden.
 */
const keepPush = (request: Request) => {
  const { phase, user } = useSession.getState()
  if (phase === 'in' && user !== null) void syncPush(request, user.id)
}
/** The system tells of messages as long as somebody is in who wants it. */
const tellWanted = (chats$: Feeds['chats$']) => {
  let running: { readonly account: number; readonly stop: () => void } | null = null
  const stop = () => {
    running?.stop()
    running = null
  }
  const run = () => {
    const { account, isOn } = useNotices.getState()
    const wanted = isOn ? account : null
    if (wanted === (running?.account ?? null)) return
    stop()
    if (wanted === null) return
    const notices = runNotices(chats$, wanted, () => textsFor(useSettings.getState().lang, 'chat'))
    running = { account: wanted, stop: () => notices.unsubscribe() }
  }
  return { run, stop }
}
/** What makes changes is loaded with the first star. */
const sendFavourites = (services: Ports, markets: string[]) =>
  import('#src/actors/change.actors.ts').then(
    ({ createChanges }) => createChanges(services)(account.keepFavourites, { markets }),
    () => null,
  )
const follow = (now: SessionState, before: SessionState | null) => {
  if (now.user !== null && now.user.id !== before?.user?.id) ownTab(now.user.id)
  if (now.user === null) closeNotices()
  else openNotices(now.user.id)
  if (now.phase === 'out' && before?.phase === 'in' && before.user !== null) forget(before.user.id)
}

type Ports = Pick<Services, 'request' | 'intents' | 'serverNow' | 'feeds'>
const watched = new WeakSet<Subscription>()
/**
 * From the first login of a page on: what is remembered of a person on this device ends with their logout, and so do
 * their notices.
 */
export const watchPerson = (services: Ports, page: Subscription) => {
  const { request, feeds } = services
  if (watched.has(page)) return
  watched.add(page)
  const told = tellWanted(feeds.chats$)
  const followLogin = useSession.subscribe((now, before) => {
    follow(now, before)
    if (now.phase === 'in' && now.login !== before.login) keepPush(request)
  })
  const followChoices = useSettings.subscribe((now, before) => {
    if (now.lang !== before.lang || now.hideBalances !== before.hideBalances) keepPush(request)
  })
  const followLock = useAutoLock.subscribe((now, before) => {
    if (now.minutes > 0 !== before.minutes > 0) keepPush(request)
  })
  for (const stop of [
    followMinutes(),
    followNotices(),
    useNotices.subscribe(told.run),
    followLogin,
    followChoices,
    followLock,
  ])
    page.add(stop)
  page.add(told.stop)
  page.add(keepFavourites((markets) => sendFavourites(services, markets)))
  follow(useSession.getState(), null)
  keepPush(request)
  told.run()
}
