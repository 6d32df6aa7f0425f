import styles from './row-cells.module.css'

/** A cell of a list row: its name, its value, and the column it takes where the list is wide enough to be a table. */
export type RowCell = readonly [name: string, value: string, column?: string]

/** The details of a list row: name over value, in as many columns as fit. */
export function RowCells({ cells }: { readonly cells: readonly RowCell[] }) {
  return (
    <dl className={styles.cells}>
      {cells.map(([name, value, column]) => (
        <div key={name} data-column={column}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
