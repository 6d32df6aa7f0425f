import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './banner.module.css'

type Props = {
  readonly kind?: 'plain' | 'warning' | 'danger'
  readonly icon?: IconName
  /** What can be done about it, at the end of the line. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** One line over the content about the state of things, announced when it appears. */
export function Banner({ kind = 'plain', icon, action, children }: Props) {
  return (
    <div className={classes(styles.banner, styles[kind])} role="status">
      {icon !== undefined && <Icon name={icon} size={18} />}
      <p className={styles.text}>{children}</p>
      {action}
    </div>
  )
}
