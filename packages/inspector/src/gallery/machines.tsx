import { useState } from 'react'
import type { Chart, LoadCharts } from '../chart.ts'
import { ChartView } from '../chart-view.tsx'
import { useCharts } from '../use-inspection.ts'
import styles from './gallery.module.css'
import { useWords } from '../words.ts'

const none: readonly never[] = []
const isState = ({ kind, path }: Chart['nodes'][number]) => kind !== 'any' && path !== ''

/** The chart of one machine; a state that is chosen is lit, and the events that leave it are told. */
export function Machines({ load }: { readonly load: LoadCharts }) {
  const t = useWords()
  const charts = useCharts(load)
  const [id, setId] = useState('')
  const [state, setState] = useState<string | null>(null)
  if (charts === null) return null
  const all = Object.values(charts).filter(({ nodes }) => nodes.length > 0)
  const chart = charts[id] ?? all[0]
  if (chart === undefined) return null
  const events = [
    ...new Set(
      chart.edges
        .filter(({ from }) => state === null || from === state || from === '')
        .flatMap(({ lines }) => lines.map(({ text }) => text)),
    ),
  ]
  return (
    <section className={styles.exhibit} aria-label={chart.id}>
      <div className={styles.tools}>
        <select
          className={styles.chip}
          aria-label={t('gallery.machine')}
          value={chart.id}
          onChange={({ target }) => {
            setId(target.value)
            setState(null)
          }}
        >
          {all.map((one) => (
            <option key={one.id}>{one.id}</option>
          ))}
        </select>
        <code className={styles.file}>{chart.file}</code>
      </div>
      <ChartView chart={chart} states={state === null ? none : [state]} chances={none} took={none} tookAt={0} />
      <h2>{t('gallery.states')}</h2>
      <div className={styles.line}>
        {chart.nodes.filter(isState).map(({ path }) => (
          <button
            key={path}
            type="button"
            className={styles.chip}
            aria-pressed={path === state}
            onClick={() => setState(path === state ? null : path)}
          >
            {path}
          </button>
        ))}
      </div>
      <h2>{state === null ? t('gallery.events') : t('gallery.eventsOf', { state })}</h2>
      {events.length === 0 ? (
        <p className={styles.note}>{t('noEvents')}</p>
      ) : (
        <ul className={styles.events}>
          {events.map((text) => (
            <li key={text}>
              <code>{text}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
