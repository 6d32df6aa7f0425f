import { go } from '#src/lib/hash-location.ts'
import type { AriaAttributes, MouseEvent, ReactNode } from 'react'

type Props = Pick<AriaAttributes, 'aria-current' | 'aria-label'> & {
  readonly to: string
  readonly className?: string | undefined
  readonly replace?: boolean
  /** Also when it is gone to, for instance to close the menu it stands in. */
  readonly onGo?: () => void
  readonly children: ReactNode
}

/** A way to another page of ours: a real link, so it can be opened in a tab of its own, yet it keeps the way back. */
export function Link({ to, replace = false, onGo, children, ...rest }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onGo?.()
    go(to, { replace })
  }
  return (
    <a href={`#${to}`} onClick={follow} {...rest}>
      {children}
    </a>
  )
}
