import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'
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
      <span className={styles.mark}>
        <Icon name={icon} size={28} />
      </span>
      <p>{text}</p>
      {children}
    </div>
  )
}
