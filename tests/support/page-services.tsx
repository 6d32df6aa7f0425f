import { createServices } from '#src/app/system.ts'
import type { Lang } from '#contract/wire/languages.ts'
import { wipeChats } from '#src/actors/chat-cache.ts'
import { ServicesContext } from '#src/actors/services.tsx'
import { useSession } from '#src/stores/session.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { aUser } from './builders/user.ts'
import { serve } from './services.tsx'
import { show } from './render.tsx'
import type { Feeds } from '#streams/feeds.ts'
import type { Live } from '#streams/kit/live.ts'
import { priceScales$ } from '#streams/market/tickers.ts'
import type { ReactNode } from 'react'
import { NEVER } from 'rxjs'

/** A live value, fresh by default. */
export const live = <T,>(value: T, changes: Partial<Live<T>> = {}): Live<T> => ({
  value,
  freshness: 'live',
  ageMs: 100,
  ...changes,
})

type PageOptions = {
  readonly feeds?: Partial<Feeds>
  /** Answers of the server, by path. */
  readonly answers?: Readonly<Record<string, unknown>>
  readonly lang?: Lang
  readonly at?: string
  readonly isLoggedIn?: boolean
  /** What the venue's clock says; without it the client knows none. */
  readonly nowMs?: number
  /** What was kept of chats in an earlier visit is still there. */
  readonly hasKept?: boolean
}

/** Renders a page with services whose streams and server answers are given by the test. */
export const showPage = async (
  page: ReactNode,
  { feeds = {}, answers = {}, lang = 'en', at = '/', isLoggedIn = true, nowMs, hasKept = false }: PageOptions = {},
) => {
  localStorage.clear()
  if (!hasKept) wipeChats(aUser().id)
  history.replaceState(null, '', `#${at}`)
  useSettings.setState({ ...firstSettings, lang })
  useSession.setState(
    isLoggedIn
      ? { phase: 'in', token: 'token-token', user: aUser(), login: 1 }
      : { phase: 'out', token: null, user: null, login: 1 },
  )
  const asked = serve(answers)
  // What an earlier page still asks goes to its own answers.
  const { services, stop } = createServices({ fetch: globalThis.fetch })
  const quiet = {
    tickers$: NEVER,
    priceScales$: priceScales$(feeds.tickers$ ?? NEVER),
    balances$: NEVER,
    connection$: NEVER,
    lock$: NEVER,
    chats$: NEVER,
    unread$: NEVER,
    asks$: NEVER,
  }
  const shown = await show(
    <ServicesContext
      value={{
        ...services,
        ...(nowMs !== undefined && { serverNow: () => nowMs }),
        feeds: { ...services.feeds, ...quiet, ...feeds },
      }}
    >
      {page}
    </ServicesContext>,
    lang,
  )
  return { ...shown, services, stop, asked }
}

/** A successful answer of the main API. */
export const said = (message: unknown) => ({ type: 'ok', message })
