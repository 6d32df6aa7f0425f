import { classes } from './classes.ts'
import type { Chance } from './guards.ts'
import styles from './inspector.module.css'
import { useWords } from './words.ts'

/** What each event would do now, and why its guard says so: in the values it has read. */
export function GuardTable({
  chances,
  onPick,
}: {
  readonly chances: readonly Chance[]
  readonly onPick: (type: string) => void
}) {
  const t = useWords()
  if (chances.length === 0) return <p className={styles.note}>{t('noEvents')}</p>
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('event')}</th>
          <th scope="col">{t('guard')}</th>
          <th scope="col">{t('leads')}</th>
          <th scope="col">{t('because')}</th>
        </tr>
      </thead>
      <tbody>
        {chances.map(({ event, type, guard, allows, read, from, to, actions }, index) => (
          <tr key={index} data-event={type} data-allows={allows}>
            <td>
              {type.startsWith('xstate.') ? (
                <span className={styles.code}>{event}</span>
              ) : (
                <button type="button" className={styles.pick} title={t('pick')} onClick={() => onPick(type)}>
                  {event}
                </button>
              )}
            </td>
            <td
              className={classes(
                allows === 'yes' && styles.yes,
                allows === 'no' && styles.no,
                allows === 'unknown' && styles.maybe,
              )}
            >
              {`${allows === 'yes' ? '✓' : allows === 'no' ? '✗' : '?'} ${guard ?? t('always')}`}
            </td>
            <td>{to === null ? actions.join(', ') || '—' : `${from === '' ? '' : `${from} `}→ ${to}`}</td>
            <td>
              {read.map((line) => (
                <div key={line}>{line}</div>
              ))}
              {allows === 'unknown' && <div>{t('needsFields')}</div>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
