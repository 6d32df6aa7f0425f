import { Box } from './box.tsx'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon, type IconName } from './icon.tsx'
import styles from './banner.module.css'

type Props = {
  readonly kind?: 'plain' | 'warning' | 'danger'
  readonly icon?: IconName
  /** An action at the end of the line. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** A one-line status message over the content, announced when it appears. */
export function Banner({ kind = 'plain', icon, action, children }: Props) {
  return (
    <div className={classes(styles.banner, styles[kind])} role="status">
      {icon !== undefined && <Icon name={icon} size={18} />}
      <Box grows>{children}</Box>
      {action}
    </div>
  )
}
