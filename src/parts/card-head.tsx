import { Box, Row, Stack } from '#src/ui/box.tsx'
import type { ReactNode } from 'react'

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
      <Stack as="span" grows breaks>
        <Box as="b" size={4}>
          {name}
        </Box>
        <small>{note}</small>
      </Stack>
      {children}
    </Row>
  )
}
