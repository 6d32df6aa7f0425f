import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './facts.module.css'

export type Fact = {
  readonly name: ReactNode
  readonly value: ReactNode
  readonly isStrong?: boolean
  readonly tone?: 'rise' | 'fall' | undefined
}
type Props = {
  readonly facts: readonly Fact[]
  /**
   * `ruled`: with lines between; `tall`: high enough for a button in the value; `dense`: small, under a field; `tiles`:
   * side by side.
   */
  readonly kind?: 'plain' | 'ruled' | 'tall' | 'dense' | 'tiles'
  readonly className?: string | undefined
}

/** Names and values in lines, the value at the end of its line: what something comes to, or what is known of it. */
export function Facts({ facts, kind = 'plain', className }: Props) {
  return (
    <dl className={classes(styles.facts, className)} data-kind={kind}>
      {facts.map(({ name, value, isStrong, tone }, at) => (
        <div key={at} data-strong={isStrong || undefined}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
