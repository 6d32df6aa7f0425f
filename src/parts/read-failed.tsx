import type { Failure } from '#contract/wire/reply.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { Failed } from '#src/ui/failed.tsx'
import { useEffect, useRef } from 'react'
import { useFailureText } from './failure-text.ts'
import { unknownConnection } from './status-dot.tsx'

type Props = {
  /** Why it could not be read; null when nothing more is known than that it could not. */
  readonly failure: Failure | null
  readonly onRetry: () => void
  readonly isBusy?: boolean
}

/**
 * What could not be read, and a retry. Only a refusal has a sentence of its own: a lost reply to a read leaves no outcome to be checked. It
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
  return <Failed {...(isRefused && { text: failureText(failure) })} isBusy={isBusy} onRetry={onRetry} />
}
