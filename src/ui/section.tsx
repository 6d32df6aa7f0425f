import { useId, type ReactNode } from 'react'
import { Box, Row, Stack } from './box.tsx'
import type { Look } from './looks.ts'

type Props = Look & {
  readonly title: ReactNode
  /** At the end of the title's line: a link, a button, a sum. */
  readonly end?: ReactNode
  readonly className?: string | undefined
  readonly children: ReactNode
}

/** A part of a page under a heading of its own, which names it for screen readers; with `isCard` on a raised ground. */
export function Section({ title, end, children, isCard = false, ...look }: Props) {
  const id = useId()
  return (
    <Stack as="section" gap={3} isCard={isCard} {...(isCard && { pad: 4 })} {...look} aria-labelledby={id}>
      <Row gap={3} justify="between">
        <Box as="h2" id={id} size={4}>
          {title}
        </Box>
        {end}
      </Row>
      {children}
    </Stack>
  )
}
