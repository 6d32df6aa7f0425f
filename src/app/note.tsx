import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'
import styles from './note.module.css'

type Props = {
  readonly icon: IconName
  readonly badge?: string
  readonly text: string
  readonly more?: string
  /** The next possible action. */
  readonly children: ReactNode
}

/** A full page with a single message. */
export function Note({ icon, badge, text, more, children }: Props) {
  return (
    <div className={styles.note}>
      <span className={styles.mark} aria-hidden="true">
        <Icon name={icon} />
      </span>
      {badge !== undefined && <p className={styles.badge}>{badge}</p>}
      <p className={styles.text}>{text}</p>
      {more !== undefined && <p className={styles.more}>{more}</p>}
      <div className={styles.ways}>{children}</div>
    </div>
  )
}
