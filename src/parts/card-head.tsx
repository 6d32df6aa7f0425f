import { Box, Row } from '#src/ui/box.tsx'
import type { ReactNode } from 'react'
import styles from './card-head.module.css'

type Props = {
  /** A picture or sign before the name. */
  readonly mark?: ReactNode
  readonly name: string
  readonly note: ReactNode
  /** What stands at the end: a status, a rate. */
  readonly children?: ReactNode
}

/** The first line of a card: what it is about, with a note under its name. */
export function CardHead({ mark, name, note, children }: Props) {
  return (
    <Row as="span" gap={3}>
      {mark}
      <Box as="span" grows breaks className={styles.name}>
        <b>{name}</b>
        <small>{note}</small>
      </Box>
      {children}
    </Row>
  )
}
