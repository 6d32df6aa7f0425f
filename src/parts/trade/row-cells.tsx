import styles from './row-cells.module.css'

/** The details of a list row: name over value, in as many columns as fit. */
export function RowCells({ cells }: { readonly cells: readonly (readonly [string, string])[] }) {
  return (
    <dl className={styles.cells}>
      {cells.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
