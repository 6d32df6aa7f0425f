import { caseKind, machineReason, type CaseKind, type DeskLog } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Link } from '#src/parts/link.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { Box, Press, Row } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { Changes, Ties, useAboutText } from './changes.tsx'
import { isDemoReason } from './demo-reasons.ts'
import { useShown } from './use-shown.ts'
import { DeskPart } from './desk-part.tsx'

const size = 20

/** Every act of the desk, newest first; of one kind of case, or by one person. */
export function LogSection() {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const [kind, setKind] = useState<CaseKind | 'all'>('all')
  const [by, setBy] = useState<DeskLog['by']>(null)
  const where = { ...(kind !== 'all' && { kind }), ...(by !== null && { by: by.id }) }
  return (
    <DeskPart as="section">
      <Row gap={2} wraps>
        <Select
          label={t('products.kind')}
          value={kind}
          options={[
            { value: 'all', label: t('logFilter.kinds') },
            ...caseKind.options.map((value) => ({ value, label: t(`tabs.${value}`) })),
          ]}
          onChange={(text) => setKind(caseKind.options.find((each) => each === text) ?? 'all')}
        />
        {by !== null && (
          <Button kind="quiet" size="s" icon="close" onClick={() => setBy(null)}>
            {t('logFilter.only', { name: by.nickname })}
          </Button>
        )}
      </Row>

      <Paged
        isRuled
        by={`${kind}|${by?.id ?? ''}`}
        read={(asked) => request.read(desk.log, { ...where, ...asked })}
        size={size}
        keyOf={({ id }) => id}
        render={(line) => <LogLine line={line} isWhole onBy={setBy} />}
        empty={{ text: t('emptyLog'), icon: 'history' }}
      />
    </DeskPart>
  )
}

type LineProps = {
  readonly line: DeskLog
  readonly isWhole?: boolean
  /** Shows only what this person did. */
  readonly onBy?: (by: DeskLog['by']) => void
}
/** One act: who, what, about what, why. */
export function LogLine({ line, isWhole = false, onBy }: LineProps) {
  const { t, i18n } = useTranslation('desk')
  const shown = useShown()
  const aboutText = useAboutText()
  const action = line.action.replace('.', '_')
  return (
    <Box lay="row" blockPad={2} align="baseline" wraps breaks className={styles.log}>
      <time>{shown.time(line.at_ms)}</time>
      <b>{i18n.exists(`actions.${action}`, { ns: 'desk' }) ? t(`actions.${action}`) : line.action}</b>
      {onBy === undefined || line.by === null ? (
        <span>{line.by?.nickname ?? t(line.reason === machineReason ? 'byMachine' : 'demoReview')}</span>
      ) : (
        <Press tone="accent" title={t('logFilter.only', { name: line.by.nickname })} onClick={() => onBy(line.by)}>
          {line.by.nickname}
        </Press>
      )}
      {isWhole && (
        <>
          <Box as="span" tone={2}>
            {line.case_id !== null &&
              (line.kind === null ? (
                line.case_id
              ) : (
                <Link to={withQuery(deskPaths.desk, { tab: line.kind, case: line.case_id })}>{line.case_id}</Link>
              ))}
            {line.case_id !== null && line.about !== null && ' · '}
            {line.about !== null && aboutText(line.about)}
          </Box>
          <Changes before={line.before} after={line.after} />
        </>
      )}
      <Ties ties={line.ties} />
      {line.reason !== null && line.reason !== machineReason && (
        <q>{isDemoReason(line.reason) ? t(`demoReasons.${line.reason}`) : line.reason}</q>
      )}
    </Box>
  )
}
