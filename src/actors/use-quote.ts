import type { Failure, Reply } from '#contract/wire/reply.ts'
import type { Quote, QuoteState } from '#machines/kit/quote.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { quoteLogic } from './quote.actors.ts'
import { useServices } from './services.tsx'

/** Somebody who is still typing is not quoted for every digit. */
const pauseMs = 400

type Ports<Q extends Quote> = {
  /**
   * What is quoted, such as `3>1:25.5`; another text drops the quote and asks anew. Null while there is nothing to
   * quote.
   */
  readonly about: string | null
  readonly ask: (key: string) => Promise<Reply<Q>>
}
export type Quoted<Q extends Quote> = {
  readonly state: QuoteState
  /** Only while it is held. */
  readonly quote: Q | null
  /** What was quoted for the same before and is over. */
  readonly former: Q | null
  readonly failure: Failure | null
  /** Asks for another one, also after the server has refused the one that was sent. */
  readonly renew: () => void
  /** Its time is over. */
  readonly lapse: () => void
  /**
   * The quote if it still holds at this instant of the server, to be sent with the change; else null, and it counts as
   * over.
   */
  readonly take: () => Q | null
}

/** A quote for what is on the screen, asked when it changes and held until its instant on the server's clock. */
export function useQuote<Q extends Quote>({ about, ask }: Ports<Q>): Quoted<Q> {
  const { serverNow } = useServices()
  const latest = useRef(ask)
  useEffect(() => {
    latest.current = ask
  })
  const logic = useMemo(
    () =>
      quoteLogic<Q>(
        (key) => latest.current(key),
        () => serverNow() || Date.now(),
      ),
    [serverNow],
  )
  const actor = useActorRef(logic)
  const snapshot = useSelector(actor, (now) => now)
  useEffect(() => {
    actor.send({ type: 'drop' })
    if (about === null) return
    const pause = setTimeout(() => actor.send({ type: 'ask', about }), pauseMs)
    return () => clearTimeout(pause)
  }, [about, actor])
  const { quote, former, failure } = snapshot.context
  // Between a change of the question and its effect the old quote must not be seen.
  const isMine = snapshot.context.about === about
  const lapse = () => actor.send({ type: 'lapse' })
  return {
    state: isMine ? snapshot.value : 'none',
    quote: isMine ? quote : null,
    former: isMine ? former : null,
    failure: isMine ? failure : null,
    renew: () => actor.send({ type: 'renew' }),
    lapse,
    take: () => {
      if (!isMine || quote === null) return null
      if (serverNow() < quote.expires_ms) return quote
      lapse()
      return null
    },
  }
}
