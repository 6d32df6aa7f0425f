import type { Key, ReactNode } from 'react'
import styles from './desk.module.css'

type Column<T> = {
  readonly head: ReactNode
  readonly cell: (row: T) => ReactNode
  readonly as?: 'number' | 'end' | 'wideOnly'
}
type Props<T> = {
  /** The first one names the row. */
  readonly columns: readonly Column<T>[]
  readonly rows: readonly T[]
  readonly keyOf: (row: T) => Key
}

/** A table of the desk. */
export function Table<T>({ columns, rows, keyOf }: Props<T>) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {columns.map(({ head, as }, at) => (
            <th key={at} scope="col" className={as && styles[as]}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ cell, as }, at) =>
              at === 0 ? (
                <th key={at} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={at} className={as && styles[as]}>
                  {cell(row)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
