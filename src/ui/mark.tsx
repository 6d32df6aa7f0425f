import type { ReactNode } from 'react'
import { Box } from './box.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './mark.module.css'

type Props = {
  readonly size?: 's' | 'm' | 'l'
  readonly tone?: 'quiet' | 'accent' | 'warning' | 'danger'
  readonly icon?: IconName
  /** Instead of an icon, such as a ring that turns. */
  readonly children?: ReactNode
}

/** A sign in a round field: what a row, an empty list or an outcome is about. */
export function Mark({ icon, size = 'm', tone = 'accent', children }: Props) {
  const isQuiet = tone === 'quiet'
  return (
    <Box
      as="span"
      ground={isQuiet ? 'raised' : tone}
      tone={isQuiet ? 3 : tone}
      className={styles.mark}
      data-size={size}
    >
      {icon === undefined ? children : <Icon name={icon} size={size === 'l' ? 32 : 22} />}
    </Box>
  )
}
