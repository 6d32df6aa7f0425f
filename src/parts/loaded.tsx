import type { ReadResult } from '#src/actors/use-read.ts'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { ReactNode } from 'react'
import { ReadFailed } from './read-failed.tsx'

type UnreadProps = {
  /** From `useCall`, `useRead`, or several of them by `allOf`. */
  readonly read: Omit<ReadResult<unknown>, 'value'>
  /** The placeholder: as many lines, of that height in px, as there will be. */
  readonly lines?: number
  readonly height?: number
}
type Props<T> = UnreadProps & { readonly read: ReadResult<T>; readonly children: (value: T) => ReactNode }

/** In place of what is not read yet: its placeholder, or why it could not be read and a retry. */
export function Unread({ read: { failure, isBusy, refresh }, lines = 4, height = 88 }: UnreadProps) {
  if (failure === null) return <Skeleton lines={lines} height={height} />
  return <ReadFailed failure={failure} isBusy={isBusy} onRetry={() => void refresh()} />
}
/** What was read; before that what stands in its place. */
export function Loaded<T>({ children, ...props }: Props<T>) {
  return props.read.value === null ? <Unread {...props} /> : <>{children(props.read.value)}</>
}
