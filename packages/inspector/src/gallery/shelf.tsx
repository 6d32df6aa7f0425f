import type { ComponentType, ReactNode } from 'react'
import styles from './gallery.module.css'

/** What each component shows, by the name that it is exported with. */
export type Shelf = {
  /** The chapter; its title is the sentence `gallery.chapters.<id>`. */
  readonly id: string
  readonly specimens: Readonly<Record<string, ComponentType>>
}

/** A component in one of its states; the state has the name of what brings it about. */
export function State({
  state,
  isWide = false,
  children,
}: {
  readonly state: string
  readonly isWide?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={styles.state} data-wide={isWide || undefined}>
      <code className={styles.mark}>{state}</code>
      <div>{children}</div>
    </div>
  )
}
