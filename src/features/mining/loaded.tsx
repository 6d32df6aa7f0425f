import type { ReadResult } from '#src/actors/use-read.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { ReactNode } from 'react'

type Props<T> = {
  readonly read: ReadResult<T>
  readonly children: (value: T) => ReactNode
  readonly lines?: number
  readonly height?: number
}
/** What was read, or its placeholder, or why it could not be read. */
export function Loaded<T>({ read: { value, failure, isBusy, refresh }, children, lines = 4, height = 88 }: Props<T>) {
  if (value !== null) return <>{children(value)}</>
  return failure === null ? (
    <Skeleton lines={lines} height={height} />
  ) : (
    <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
  )
}
