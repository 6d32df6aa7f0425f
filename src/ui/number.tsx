import { memo, useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'
import styles from './number.module.css'

export type Trend = 'rise' | 'fall' | 'flat'

/** The direction of a change, from its sign. */
export const trendOf = (change: string): Trend =>
  /^[+-]?[0.]*$/.test(change) ? 'flat' : change.startsWith('-') ? 'fall' : 'rise'

type Props = {
  /** The text, formatted by the caller; or the node into which it is written. */
  readonly text: ReactNode
  /** The decimal behind the text: when it changes, the cell flashes. */
  readonly value?: string
  /** The colour; an arrow is added unless the text has a sign. */
  readonly trend?: Trend
  readonly hasArrow?: boolean
  readonly isStale?: boolean
  /** What the number is in, where the text does not say it. */
  readonly unit?: string
}

const isGreater = (a: string, b: string) => {
  const [wholeA = '', partA = ''] = a.replace('-', '').split('.')
  const [wholeB = '', partB = ''] = b.replace('-', '').split('.')
  if (wholeA.length !== wholeB.length) return wholeA.length > wholeB.length
  return wholeA === wholeB ? partA > partB : wholeA > wholeB
}

/** A live number. A change flashes behind it for 300 ms; only the opacity is animated, so that the layout is stable. */
export const NumberCell = memo(function NumberCell({
  text,
  value,
  trend,
  hasArrow = false,
  isStale = false,
  unit,
}: Props) {
  const flash = useFlash(value)
  return (
    <span
      className={classes(styles.number, trend !== undefined && styles[trend], isStale && styles.stale)}
      data-unit={unit}
    >
      <span ref={flash} className={styles.flash} aria-hidden="true" />
      {hasArrow && trend !== undefined && trend !== 'flat' && <Arrow trend={trend} />}
      {text}
    </span>
  )
})

const Arrow = memo(function Arrow({ trend }: { readonly trend: 'rise' | 'fall' }) {
  const { t } = useTranslation('ui')
  return (
    <>
      <span className={styles.arrow} aria-hidden="true" />
      <span className="sr">{t(trend)}</span>
    </>
  )
})

const useFlash = (value: string | undefined) => {
  const flash = useRef<HTMLSpanElement>(null)
  const before = useRef(value)
  useEffect(() => {
    const was = before.current
    before.current = value
    flashOn(flash.current, was, value)
  }, [value])
  return flash
}

/** Lights up behind a number that went from one decimal to another. */
export function flashOn(element: HTMLElement | null, was: string | undefined, value: string | undefined) {
  if (element === null || value === undefined || was === undefined || was === value) return
  element.dataset['way'] = isGreater(value, was) ? 'rise' : 'fall'
  // jsdom has no animations, and a hidden tab needs none.
  if (typeof element.animate === 'function' && !document.hidden)
    element.animate({ opacity: [1, 0] }, { duration: 300, easing: 'ease-out' })
}

/** The change over 24 hours as a coloured badge; the text has a sign. */
export function ChangeBadge({ text, trend }: { readonly text: string; readonly trend: Trend }) {
  return <span className={classes(styles.badge, styles[trend])}>{text}</span>
}
