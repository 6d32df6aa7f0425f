import { Link } from '#src/parts/link.tsx'
import { Box } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'

type Props = {
  readonly to: string
  readonly icon: IconName
  readonly text: string
  /** At the end, such as the time that is left. */
  readonly children?: ReactNode
}

/** What waits for the caller, or has changed, as the way there. */
export function TurnLink({ to, icon, text, children }: Props) {
  return (
    <Link to={to} lay="row" gap={2} blockPad={2} sidePad={3} align="center" tall={48} ground="accent" round={3}>
      <Icon name={icon} size={20} />
      <Box as="span" grows breaks>
        {text}
      </Box>
      {children}
      <Icon name="chevron-right" size={18} />
    </Link>
  )
}
