import type { ReadResult } from '#src/actors/use-read.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { ReadFailed } from './read-failed.tsx'

type Props<T> = {
  /** From `useCall`, `useRead`, or several of them by `allOf`. */
  readonly read: ReadResult<T>
  readonly children: (value: T) => ReactNode
  /** The placeholder: as many lines, of that height in px, as there will be. */
  readonly lines?: number
  readonly height?: number
}

/** What was read; before that its placeholder, or why it could not be read and a retry. */
export function Loaded<T>({ read: { value, failure, isBusy, refresh }, children, lines = 4, height = 88 }: Props<T>) {
  if (value !== null) return <>{children(value)}</>
  if (failure === null) return <Skeleton lines={lines} height={height} />
  return <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
}
