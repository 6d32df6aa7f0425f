import { classes } from './classes.ts'
import { Choice } from './choice.tsx'
import { useState } from 'react'
import styles from './inspector.module.css'
import type { LogLine } from './recorder.ts'
import { useWords } from './words.ts'

const scopes = ['all', 'actor', 'call', 'frame'] as const
type Scope = (typeof scopes)[number]
const maxShown = 250
const clockText = (at: number) => (at / 1000).toFixed(3)

/** The lines that a filter leaves; every word of it has to occur. */
export const filtered = (
  lines: readonly LogLine[],
  scope: Scope,
  actor: number | null,
  words: string,
): readonly LogLine[] => {
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  return lines.filter((line) => {
    if (scope === 'actor' ? line.actor !== actor || actor === null : scope !== 'all' && line.kind !== scope)
      return false
    const text = `${line.from} ${line.to} ${line.type} ${line.detail}`.toLowerCase()
    return wanted.every((word) => text.includes(word))
  })
}

/** Everything that happened, the newest first. */
export function LogTable({
  lines,
  actor,
  onClear,
}: {
  readonly lines: readonly LogLine[]
  readonly actor: number | null
  readonly onClear: () => void
}) {
  const t = useWords()
  const [scope, setScope] = useState<Scope>('all')
  const [words, setWords] = useState('')
  const found = filtered(lines, scope, actor, words)
  return (
    <>
      <div className={styles.tools}>
        <Choice
          label={t('scope')}
          value={scope}
          onChange={setScope}
          options={scopes.map((value) => ({ value, label: t(`scopes.${value}`) }))}
        />
        <input
          className={styles.input}
          type="search"
          value={words}
          placeholder={t('filter')}
          aria-label={t('filter')}
          onChange={(event) => setWords(event.target.value)}
        />
        <button type="button" className={styles.small} onClick={onClear}>
          {t('clear')}
        </button>
      </div>
      <p className={styles.note}>{t('shown', { shown: found.length, all: lines.length })}</p>
      <ol className={styles.log} aria-label={t('log')}>
        {found
          .slice(-maxShown)
          .toReversed()
          .map(({ seq, at, kind, from, to, type, detail }) => (
            <li key={seq} className={classes(styles.line, styles[kind])}>
              <span className={styles.at}>{clockText(at)}</span>
              <span className={styles.way}>{`${from === '' ? '●' : from} → ${to}`}</span>
              <b>{type}</b>
              <span className={styles.detail}>{detail === 'null' ? '' : detail}</span>
            </li>
          ))}
      </ol>
    </>
  )
}
