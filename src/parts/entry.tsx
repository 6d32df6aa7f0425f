import { Press, Row, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { ReactNode } from 'react'
import { Link } from './link.tsx'

type Props = {
  /** A picture or sign before the name. */
  readonly mark?: ReactNode
  readonly title: ReactNode
  /** What is said under the name, each in a line of its own. */
  readonly notes?: readonly ReactNode[]
  /** What stands at the end: how much, and what has become of it. */
  readonly children?: ReactNode
  /** Where it leads. */
  readonly to?: string
  /** A sign at the end says that it leads elsewhere. */
  readonly hasArrow?: boolean
  readonly onPress?: () => void
  readonly isChosen?: boolean
}

/** A line of a list: what it is, with notes under it, and at its end how much. */
export function Entry({ mark, title, notes = [], children, to, hasArrow = false, onPress, isChosen = false }: Props) {
  const content = (
    <>
      {mark}
      <Stack as="span" gap="hair" grows breaks>
        <b>{title}</b>
        {notes.map((note, at) => Boolean(note) && <small key={at}>{note}</small>)}
      </Stack>
      <Stack as="span" gap="hair" items="end" text="end" breaks>
        {children}
      </Stack>
      {hasArrow && <Icon name="chevron-right" size={16} />}
    </>
  )
  const look = { lay: 'row', gap: 3, blockPad: 2, align: 'center', tall: 56 } as const
  const current = isChosen && { 'aria-current': true as const }
  if (to !== undefined)
    return (
      <Link to={to} {...look} {...current} onGo={() => onPress?.()}>
        {content}
      </Link>
    )
  if (onPress !== undefined)
    return (
      <Press {...look} {...current} text="start" isFull onClick={onPress}>
        {content}
      </Press>
    )
  return <Row {...look}>{content}</Row>
}
