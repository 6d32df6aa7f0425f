import { Stack } from '#src/ui/box.tsx'
import type { ReactNode } from 'react'
import styles from './pnl.module.css'

/** A part of the assets on a ground of its own. */
export const Panel = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <Stack
    as="section"
    gap={3}
    pad={4}
    ground="raised"
    round={3}
    shrinks
    isTop
    isEdged
    className={styles.card}
    aria-label={name}
  >
    {children}
  </Stack>
)
