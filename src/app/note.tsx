import { Box, Stack } from '#src/ui/box.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { Mark } from '#src/ui/mark.tsx'
import type { ReactNode } from 'react'
import styles from './note.module.css'

type Props = {
  readonly icon: IconName
  readonly text: string
  /** The next possible action. */
  readonly children: ReactNode
}

/** A full page with a single message. */
export function Note({ icon, text, children }: Props) {
  return (
    <Stack gap={3} items="center" text="center" className={styles.note}>
      <Mark icon={icon} size="l" />
      <Box as="p" size={4} isLoose>
        {text}
      </Box>
      <Stack gap={2} above={4} isFull>
        {children}
      </Stack>
    </Stack>
  )
}
