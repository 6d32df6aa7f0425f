import type { ReactNode } from 'react'
import styles from './row-cells.module.css'

/**
 * A cell of a list row: its name, its value, and the column it takes where the list is wide enough to be a table. One
 * without a value is left out, and keeps its column where that is.
 */
export type RowCell = readonly [name: string, value: ReactNode, column?: string]

/** The details of a list row in as many columns as fit: the name over the value, or before it in one line. */
export function RowCells({
  cells,
  isInline = false,
}: {
  readonly cells: readonly RowCell[]
  readonly isInline?: boolean
}) {
  return (
    <dl className={isInline ? styles.inline : styles.cells}>
      {cells.map(([name, value, column]) => (
        <div key={name} data-column={column} data-none={value === null ? '' : undefined}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
