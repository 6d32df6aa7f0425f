import { Box } from '#src/ui/box.tsx'
import type { DeskLog } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { Changes, Ties, useAboutText } from './changes.tsx'
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

/** One act: who, what, about what, why. */
export function LogLine({ line, isWhole = false }: { readonly line: DeskLog; readonly isWhole?: boolean }) {
  const { t, i18n } = useTranslation('desk')
  const shown = useShown()
  const aboutText = useAboutText()
  const action = line.action.replace('.', '_')
  return (
    <Box lay="row" blockPad={2} align="baseline" wraps breaks className={styles.log}>
      <time>{shown.time(line.at_ms)}</time>
      <b>{i18n.exists(`actions.${action}`, { ns: 'desk' }) ? t(`actions.${action}`) : line.action}</b>
      <span>{line.by?.nickname ?? t('demoReview')}</span>
      {isWhole && (
        <>
          <Box as="span" tone={2}>
            {[line.case_id, line.about === null ? null : aboutText(line.about)].filter(Boolean).join(' · ')}
          </Box>
          <Changes before={line.before} after={line.after} />
        </>
      )}
      <Ties ties={line.ties} />
      {line.reason !== null && <q>{isDemoReason(line.reason) ? t(`demoReasons.${line.reason}`) : line.reason}</q>}
    </Box>
  )
}
