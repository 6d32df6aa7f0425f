import { createElement, type AllHTMLAttributes, type Ref } from 'react'
import { classes } from './classes.ts'
// Not a module: its names are made of the props, and a table of a hundred names would be loaded with every page.
import './box.css'

type Step = 1 | 2 | 3 | 4

/** What pages choose of the tokens by prop; what is unique to a component stands in its own CSS. */
export type Look = {
  /** How what is inside stands: side by side, in one row of a text, in a column that shares its height, or stacked. */
  readonly lay?: 'row' | 'inline' | 'column' | 'stack'
  /** Space between what is inside; `hair` is half of the first step. */
  readonly gap?: Step | 5 | 6 | 'hair'
  readonly pad?: Step
  /** Space above and below alone. */
  readonly blockPad?: Step | 'hair'
  readonly sidePad?: Step
  /** Space between this and what stands before or after it. */
  readonly above?: Step | 6
  readonly below?: Step | 6
  readonly columns?: 2 | 3 | 4
  readonly align?: 'start' | 'center' | 'end' | 'baseline' | 'stretch'
  readonly justify?: 'between' | 'center' | 'end'
  /** Where the items of a stack stand in its width. */
  readonly items?: 'start' | 'center' | 'end'
  readonly ground?: 'well' | 'raised' | 'bar' | 'page' | 'pressed' | 'accent' | 'warning' | 'danger' | 'rise' | 'fall'
  readonly round?: Step | 'full'
  readonly line?: 'top' | 'bottom'
  readonly size?: Step | 5 | 6
  readonly tone?: 1 | 2 | 3 | 'accent' | 'warning' | 'danger' | 'info' | 'rise' | 'fall' | 'done'
  readonly weight?: 'plain' | 'medium' | 'bold'
  readonly text?: 'start' | 'center' | 'end'
  readonly isBlock?: boolean
  readonly isCard?: boolean
  /** As wide as what it stands in. */
  readonly isFull?: boolean
  /** One line, cut with an ellipsis. */
  readonly isCut?: boolean
  /** Line breaks are kept as they were typed. */
  readonly isPre?: boolean
  /** High enough for a finger. */
  readonly isTouch?: boolean
  /** Holds what is placed over it. */
  readonly isRelative?: boolean
  /** Lines of a text stand further apart. */
  readonly isLoose?: boolean
  readonly wraps?: boolean
  /** Takes the room that is left in a row. */
  readonly grows?: boolean
  readonly shrinks?: boolean
  readonly keeps?: boolean
  /** Stands at the end of its row. */
  readonly pushes?: boolean
  /** Long words are broken anywhere. */
  readonly breaks?: boolean
  readonly nowrap?: boolean
  /** What reaches beyond it is not seen. */
  readonly clips?: boolean
}

const looks: Readonly<Record<keyof Look, true>> = {
  lay: true,
  gap: true,
  pad: true,
  blockPad: true,
  sidePad: true,
  above: true,
  below: true,
  columns: true,
  align: true,
  justify: true,
  items: true,
  ground: true,
  round: true,
  line: true,
  size: true,
  tone: true,
  weight: true,
  text: true,
  isBlock: true,
  isCard: true,
  isFull: true,
  isCut: true,
  isLoose: true,
  isPre: true,
  isTouch: true,
  isRelative: true,
  wraps: true,
  grows: true,
  shrinks: true,
  keeps: true,
  pushes: true,
  breaks: true,
  nowrap: true,
  clips: true,
}

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
