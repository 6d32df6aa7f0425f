import type { DeskLog } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { isDemoReason } from './demo-reasons.ts'
import { useShown } from './use-shown.ts'

const size = 20

/** Every act of the desk, newest first. */
export function LogSection() {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  return (
    <section className={styles.section}>
      <div className={styles.lines}>
        <Paged
          read={(asked) => request.read(desk.log, asked)}
          size={size}
          keyOf={({ id }) => id}
          render={(line) => <LogLine line={line} isWhole />}
          empty={{ text: t('emptyLog'), icon: 'history' }}
        />
      </div>
    </section>
  )
}

/** The values of a JSON text beside their names; a plain value stands alone. */
const partsOf = (text: string | null): Readonly<Record<string, string>> => {
  if (text === null) return {}
  const value: unknown = JSON.parse(text)
  if (typeof value !== 'object' || value === null) return { '': String(value) }
  return Object.fromEntries(
    Object.entries(value).map(([name, each]: [string, unknown]) => [
      name,
      Array.isArray(each) ? each.join(', ') : String(each),
    ]),
  )
}
/** What an act has changed: name, before, after. */
export const changesOf = ({ before, after }: Pick<DeskLog, 'before' | 'after'>) => {
  const [was, is] = [partsOf(before), partsOf(after)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((name) => was[name] !== is[name])
    .map((name) => ({ name, was: was[name] ?? '', is: is[name] ?? '' }))
}

/** One act: who, what, about what, why. */
export function LogLine({ line, isWhole = false }: { readonly line: DeskLog; readonly isWhole?: boolean }) {
  const { t, i18n } = useTranslation('desk')
  const shown = useShown()
  const action = line.action.replace('.', '_')
  const valueOf = (name: string, value: string) => {
    if (name === 'status' && value !== '') return t(`status.${value}`)
    if (['from_ms', 'to_ms'].includes(name) && value !== '') return shown.time(Number(value))
    if (name === 'halted') return t(value === 'true' ? 'marketStates.halted' : 'marketStates.open')
    if (['account', 'trade', 'withdraw'].includes(name))
      return Number(value) === 0 ? t('off') : shown.time(Number(value))
    return value === '' ? '—' : value
  }
  return (
    <div className={styles.log}>
      <time>{shown.time(line.at_ms)}</time>
      <b>{i18n.exists(`actions.${action}`, { ns: 'desk' }) ? t(`actions.${action}`) : line.action}</b>
      <span>{line.by?.nickname ?? t('demoReview')}</span>
      {isWhole && <span className={styles.about}>{line.case_id ?? line.about}</span>}
      {isWhole &&
        changesOf(line).map(({ name, was, is }) => (
          <span key={name} className={styles.change}>
            {i18n.exists(`changes.${name}`, { ns: 'desk' }) ? t(`changes.${name}`) : name} {valueOf(name, was)} →{' '}
            {valueOf(name, is)}
          </span>
        ))}
      {line.reason !== null && <q>{isDemoReason(line.reason) ? t(`demoReasons.${line.reason}`) : line.reason}</q>}
    </div>
  )
}
