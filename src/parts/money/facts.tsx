import type { ReactNode } from 'react'
import styles from './facts.module.css'

export type Fact = { readonly name: string; readonly value: ReactNode; readonly isStrong?: boolean }
/** Names and values in lines, the value at the end of its line. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value, isStrong }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className={isStrong === true ? styles.strong : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
