import { Stack } from '#src/ui/box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { type ReactNode, type RefObject } from 'react'
import styles from './desk.module.css'
import { useEvery } from './use-every.ts'

type Props = {
  /** What the list is of, for screen readers. */
  readonly label: string
  /** The filter and the list itself. */
  readonly list: ReactNode
  /** Reads the list again: every now and then, and when the chosen one has changed. */
  readonly refresh: RefObject<() => Promise<void>>
  readonly empty: { readonly text: string; readonly icon: IconName }
  /** The chosen one; null while none is. */
  readonly children: ReactNode
}

/** A queue of the desk and the chosen case beside it; on a phone one after the other. */
export function CasePage({ label, list, refresh, empty, children }: Props) {
  useEvery(() => refresh.current())
  return (
    <Stack className={styles.queue} data-chosen={children !== null || undefined}>
      <section className={styles.list} aria-label={label}>
        {list}
      </section>
      {children ?? (
        <div className={styles.nothing}>
          <Empty {...empty} />
        </div>
      )}
    </Stack>
  )
}
