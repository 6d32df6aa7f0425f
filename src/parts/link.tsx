import { go } from '#src/lib/hash-location.ts'
import { Box } from '#src/ui/box.tsx'
import type { Look } from '#src/ui/looks.ts'
import type { AriaAttributes, MouseEvent, ReactNode } from 'react'

type Props = Look &
  Pick<AriaAttributes, 'aria-current' | 'aria-label'> & {
    readonly to: string
    readonly className?: string | undefined
    readonly replace?: boolean
    /** Also called on navigation, for instance to close the menu that contains the link. */
    readonly onGo?: () => void
    readonly children: ReactNode
  }

/**
 * A link to a page of the app: a real anchor, so that it can be opened in a new tab, but it keeps the history for back.
 */
export function Link({ to, replace = false, onGo, children, ...rest }: Props) {
  const follow = (event: MouseEvent) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return
    event.preventDefault()
    onGo?.()
    go(to, { replace })
  }
  return (
    <Box as="a" href={`#${to}`} onClick={follow} {...rest}>
      {children}
    </Box>
  )
}
