import type { ReactNode } from 'react'
import type { IconName } from './icon.tsx'
import { Mark } from './mark.tsx'
import styles from './empty.module.css'

type Props = {
  /** One sentence. */
  readonly text: ReactNode
  readonly icon?: IconName
  /** The next action. */
  readonly children?: ReactNode
}

/** An empty state, with the next action. */
export function Empty({ text, icon = 'list', children }: Props) {
  return (
    <div className={styles.empty}>
      <Mark icon={icon} size="l" tone="quiet" />
      <p>{text}</p>
      {children}
    </div>
  )
}
