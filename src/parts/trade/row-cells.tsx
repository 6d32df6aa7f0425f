import type { CSSProperties, ReactNode } from 'react'
import styles from './row-cells.module.css'

/**
 * A cell of a list row: its name, its value, and the column it takes where the list is wide enough to be a table. One
 * without a value is left out, and keeps its column where that is.
 */
export type RowCell = readonly [name: string, value: ReactNode, column?: string]

type Placed = CSSProperties & { readonly '--place': string }
/** Where the list is a table, what stands in one of its columns is placed by the column's name. */
export const inColumn = (column: string) => {
  const style: Placed = { '--place': column }
  return { 'data-column': column, style }
}

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
        <div key={name} {...(column !== undefined && inColumn(column))} data-none={value === null ? '' : undefined}>
          <dt>{name}</dt>
          <dd>{value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}
