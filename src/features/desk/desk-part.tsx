import { Stack } from '#src/ui/box.tsx'
import type { ComponentProps } from 'react'

/** What stands in a column of its own, or fills the desk. */
export function DeskPart(props: ComponentProps<typeof Stack>) {
  return <Stack gap={3} blockPad={4} sidePad="gutter" isTop {...props} />
}
