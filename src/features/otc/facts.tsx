import { CopyButton } from '#src/parts/copy-button.tsx'
import type { ReactNode } from 'react'
import styles from './otc.module.css'

export type Fact = {
  readonly label: string
  readonly value: ReactNode /** What a tap copies. */
  readonly copy?: string
  readonly isStrong?: boolean
}

/** Names and values, one under the other; what is needed elsewhere can be copied. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value, copy: text, isStrong }) => (
        <div key={label} className={styles.fact} data-strong={isStrong || undefined}>
          <dt>{label}</dt>
          <dd>
            <span>{value}</span>
            {text !== undefined && <CopyButton isIcon text={text} label={label} />}
          </dd>
        </div>
      ))}
    </dl>
  )
}
