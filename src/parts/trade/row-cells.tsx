import styles from './row-cells.module.css'

/** What is to be known of one row of a list, name over value, as many side by side as there is room for. */
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
