import type { ReactNode } from 'react'
import { Box } from './box.tsx'
import { Icon, type IconName } from './icon.tsx'
import styles from './mark.module.css'

const icons = { s: 20, m: 22, l: 32 } as const
const grounds = { quiet: 'raised', accent: 'accent', warning: 'warning', danger: 'danger' } as const
const tones = { quiet: 3, accent: 'accent', warning: 'warning', danger: 'danger' } as const

type Props = {
  readonly size?: keyof typeof icons
  readonly tone?: keyof typeof grounds
  /** Instead of an icon, such as a ring that turns. */
  readonly children?: ReactNode
} & ({ readonly icon: IconName } | { readonly icon?: never; readonly children: ReactNode })

/** A sign in a round field: what a row, an empty list or an outcome is about. */
export function Mark({ icon, size = 'm', tone = 'accent', children }: Props) {
  return (
    <Box as="span" round="full" ground={grounds[tone]} tone={tones[tone]} className={styles.mark} data-size={size}>
      {icon === undefined ? children : <Icon name={icon} size={icons[size]} />}
    </Box>
  )
}
