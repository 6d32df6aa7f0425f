import type { ReactNode } from 'react'
import { Box } from './box.tsx'
import type { Look } from './looks.ts'

export type BadgeTone = 'quiet' | 'accent' | 'warning' | 'danger' | 'done'
const grounds = {
  quiet: 'pressed',
  accent: 'accent',
  warning: 'warning',
  danger: 'danger',
  done: 'accent',
} as const satisfies Record<BadgeTone, Look['ground']>

/** How something stands, in one or two words; its tone never is that of a rise or a fall. */
export function Badge({ tone = 'quiet', children }: { readonly tone?: BadgeTone; readonly children: ReactNode }) {
  return (
    <Box
      as="span"
      lay="inline"
      align="center"
      gap={1}
      blockPad="hair"
      sidePad={2}
      round="full"
      size={2}
      keeps
      nowrap
      ground={grounds[tone]}
      tone={tone === 'quiet' ? 2 : tone}
    >
      {children}
    </Box>
  )
}
