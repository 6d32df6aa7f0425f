import type { Failure } from '#contract/wire/reply.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { Failed } from '#src/ui/failed.tsx'
import { useEffect, useRef } from 'react'
import { useFailureText } from './failure-text.ts'
import { Gone } from './gone.tsx'
import { unknownConnection } from './status-dot.tsx'

/** What the venue says of an id that it does not know, and of one that cannot be one. */
const unknown: ReadonlySet<string> = new Set(['not_found', 'malformed'])
const ended: ReadonlySet<string> = new Set(['share_gone'])

type Props = {
  /** Why it could not be read; null when nothing more is known than that it could not. */
  readonly failure: Failure | null
  readonly onRetry: () => void
  readonly isBusy?: boolean
}

/**
 * What could not be read, and a retry; what is not there, and the way back, as no retry brings it. Only a refusal has a
 * sentence of its own: a lost reply to a read leaves no outcome to be checked. It
 * reads again by itself when the connection is back.
 */
export function ReadFailed({ failure, onRetry, isBusy = false }: Props) {
  const failureText = useFailureText()
  const { feeds } = useServices()
  const { state } = useStream(feeds.connection$, unknownConnection)
  const latest = useRef(onRetry)
  useEffect(() => {
    latest.current = onRetry
  })
  const isRefused = failure?.kind === 'refused'
  const before = useRef(state)
  useEffect(() => {
    if (state === 'live' && before.current !== 'live' && !isRefused) latest.current()
    before.current = state
  }, [state, isRefused])
  if (isRefused && unknown.has(failure.reason)) return <Gone />
  if (isRefused && ended.has(failure.reason)) return <Gone text={failureText(failure)} />
  return <Failed {...(isRefused && { text: failureText(failure) })} isBusy={isBusy} onRetry={onRetry} />
}
