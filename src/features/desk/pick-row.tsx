import { Box, Press } from '#src/ui/box.tsx'
import type { ReactNode } from 'react'
import styles from './desk.module.css'

type Props = { readonly isChosen?: boolean; readonly onPick: () => void; readonly children: ReactNode }
/** A row of a list of the desk, of lines below each other; a tap opens what it is about. */
export const PickRow = ({ isChosen = false, onPick, children }: Props) => (
  <Press
    lay="stack"
    blockPad={3}
    sidePad={2}
    gap={1}
    line="bottom"
    text="start"
    isFull
    className={styles.row}
    aria-current={isChosen || undefined}
    onClick={onPick}
  >
    {children}
  </Press>
)
/** One line of it; a small one tells the details. */
export const RowLine = ({
  isSmall = false,
  children,
}: {
  readonly isSmall?: boolean
  readonly children: ReactNode
}) => (
  <Box as="span" lay="row" gap={2} justify="between" {...(isSmall && { size: 2, tone: 2 })} wraps breaks>
    {children}
  </Box>
)
