import { Link } from '#src/parts/link.tsx'
import { Box } from '#src/ui/box.tsx'
import { Icon, type IconName } from '#src/ui/icon.tsx'

type Props = { readonly to: string; readonly icon: IconName; readonly name: string }

/** One of the ways that money comes and goes. */
export function Way({ to, icon, name }: Props) {
  return (
    <Link to={to} lay="row" gap={2} sidePad={2} align="center" tall={56} isCard weight="medium">
      <Box as="span" tone="accent">
        <Icon name={icon} />
      </Box>
      {name}
    </Link>
  )
}
