import styles from './inspector.module.css'
import { isMasked, type Shown } from './mask.ts'
import { useWords } from './words.ts'

const isBranch = (value: Shown): value is readonly Shown[] | { readonly [name: string]: Shown } =>
  typeof value === 'object' && value !== null && !isMasked(value)

function Leaf({ value }: { readonly value: Shown }) {
  const t = useWords()
  if (typeof value === 'object' && value !== null && isMasked(value)) {
    return <span className={styles.masked}>{value.masked === null ? '••••' : t('masked', { n: value.masked })}</span>
  }
  return (
    <span className={typeof value === 'string' ? styles.text : styles.scalar}>
      {typeof value === 'string' ? `"${value}"` : String(value)}
    </span>
  )
}

/** A value as a tree that opens and closes; secrets are not in it. */
export function ContextView({ value, depth = 0 }: { readonly value: Shown; readonly depth?: number }) {
  if (!isBranch(value)) return <Leaf value={value} />
  const rows: readonly (readonly [string, Shown])[] = Object.entries(value)
  return (
    <ul className={styles.values}>
      {rows.map(([name, below]) => (
        <li key={name}>
          {isBranch(below) && Object.keys(below).length > 0 ? (
            <details open={depth < 1}>
              <summary>
                {name}{' '}
                <span className={styles.size}>
                  {Array.isArray(below) ? `[${below.length}]` : `{${Object.keys(below).length}}`}
                </span>
              </summary>
              <ContextView value={below} depth={depth + 1} />
            </details>
          ) : (
            <span className={styles.pair}>
              <span>{name}</span>
              {isBranch(below) ? (
                <span className={styles.scalar}>{Array.isArray(below) ? '[]' : '{}'}</span>
              ) : (
                <Leaf value={below} />
              )}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
