import { createElement, type AllHTMLAttributes, type Ref } from 'react'
import { classes } from './classes.ts'
import { looks, type Look } from './looks.ts'
// Not a module: its names are made of the props, and a table of a hundred names would be loaded with every page.
import './box.css'

type BoxProps = Look &
  Omit<AllHTMLAttributes<HTMLElement>, keyof Look | 'as'> & {
    readonly as?: keyof HTMLElementTagNameMap
    readonly ref?: Ref<HTMLElement>
  }

/** Any element with a look of tokens; Stack, Row, Card and Note are this one with a first choice. */
export function Box({ as = 'div', className, ...props }: BoxProps) {
  const look: string[] = []
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(props)) {
    if (!(name in looks)) rest[name] = value
    else if (value === true) look.push(`look-${name}`)
    else if (value !== undefined && value !== false) look.push(`look-${name}-${String(value)}`)
  }
  return createElement(as, { ...rest, className: classes(...look, className) || undefined })
}

/** What stands one under the other, or in equal columns. */
export function Stack(props: BoxProps) {
  return <Box lay="stack" {...props} />
}

/** What stands side by side, centred on one line. */
export function Row(props: BoxProps) {
  return <Box lay="row" align="center" {...props} />
}

/** A raised panel of what belongs together, stacked. */
export function Card(props: BoxProps) {
  return <Stack isCard {...props} />
}

/** A small, quiet sentence beside what matters. */
export function Note(props: BoxProps) {
  return <Box as="p" size={2} tone={2} {...props} />
}

/** A bare button, for what looks like no button and can be pressed. */
export function Press(props: Omit<BoxProps, 'as'>) {
  return <Box type="button" {...props} as="button" />
}
