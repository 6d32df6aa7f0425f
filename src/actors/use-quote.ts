import { assets } from '#contract/assets/assets.ts'
import type { Quote } from '#contract/assets/assets-moves.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import type { Failure } from '#contract/wire/reply.ts'
import type { Quote as AnyQuote, QuoteState } from '#machines/kit/quote.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useEffect, useMemo, useRef } from 'react'
import { quoteLogic } from './quote.actors.ts'
import { useServices } from './services.tsx'

/** Somebody who is still typing is not quoted for every digit. */
const pauseMs = 400
const nothing = { ok: false, failure: { kind: 'unknown', because: 'unreachable' } } as const

export type Quoted<Q extends AnyQuote> = {
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

/**
 * A quote for what is on the screen, asked when that changes and held until its instant on the server's clock; null
 * while there is nothing to quote.
 */
export function useQuote(asked: InputOf<typeof assets.quote> | null): Quoted<Quote> {
  const { request, serverNow } = useServices()
  const about = asked === null ? null : JSON.stringify(asked)
  const latest = useRef(asked)
  useEffect(() => {
    latest.current = asked
  })
  const logic = useMemo(
    () =>
      quoteLogic<Quote>(
        async (key) => (latest.current === null ? nothing : request.change(assets.quote, latest.current, key)),
        () => serverNow() || Date.now(),
      ),
    [request, serverNow],
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
