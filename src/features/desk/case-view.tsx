import type { DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { personAt } from '#src/lib/paths/desk.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { Link } from '#src/parts/link.tsx'
import { Box, Note } from '#src/ui/box.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { toast } from '#src/stores/toasts.ts'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { AskMore } from './ask-more.tsx'
import { Assign } from './assign.tsx'
import { Changes, useCaseTitle } from './changes.tsx'
import { CaseHead } from './case-page.tsx'
import { FactTable } from './case-facts.tsx'
import { DecideForm } from './decide-form.tsx'
import styles from './desk.module.css'
import { NoteForm } from './note-form.tsx'
import { Pictures } from './pictures.tsx'
import { LogLine } from './log-section.tsx'
import { PastCases, toneOf } from './past-cases.tsx'
import { Signals } from './signals.tsx'
import { useEvery } from './use-every.ts'
import { useShown } from './use-shown.ts'
import { DeskPart } from './desk-part.tsx'

const AppealView = lazy(async () => ({ default: (await import('./appeal-view.tsx')).AppealView }))
const BatchView = lazy(async () => ({ default: (await import('./batch-view.tsx')).BatchView }))

type Props = {
  readonly id: string
  readonly me: number
  /** Whether the reader may look at the person's account. */
  readonly mayOpenPerson: boolean
  readonly onClose: () => void
  readonly onDecided: () => void
  readonly onReplaced: (id: string) => void
}

/** Everything a decider needs of one case, and the decision. */
export function CaseView({ id, me, mayOpenPerson, onClose, onDecided, onReplaced }: Props) {
  const { request } = useServices()
  const read = useRead(id, (signal) => request.read(desk.case, { id }, { signal }))
  const { value } = read
  useEvery(read.refresh)
  const current = value?.id ?? id
  useEffect(() => {
    if (current === id) return
    toast('desk:replaced')
    onReplaced(current)
  }, [id, current, onReplaced])
  if (value === null)
    return (
      <DeskPart className={styles.case}>
        <Unread read={read} lines={6} height={48} />
      </DeskPart>
    )
  const onChanged = () => {
    void read.refresh()
    onDecided()
  }
  return (
    <>
      <Facts found={value} me={me} mayOpenPerson={mayOpenPerson} onClose={onClose} onChanged={onChanged} />
      <DecideForm
        key={`${value.rev}|${value.approved?.at_ms ?? 0}`}
        found={value}
        me={me}
        onMoved={() => void read.refresh()}
        onDecided={onChanged}
      />
    </>
  )
}

type FactsProps = Pick<Props, 'me' | 'mayOpenPerson' | 'onClose'> & {
  readonly found: DeskCaseFull
  readonly onChanged: () => void
}

function Head({ found, me, mayOpenPerson, onClose, onChanged }: FactsProps) {
  const { t } = useTranslation('desk')
  const titleOf = useCaseTitle()
  const shown = useShown()
  // Of a withdrawal the sum to be sent, which is without the fee.
  const due = found.kind === 'withdraw' ? found.facts.find(({ name }) => name === 'receipt') : undefined
  return (
    <CaseHead badge={<Badge tone={toneOf(found.status)}>{t(`status.${found.status}`)}</Badge>} onClose={onClose}>
      {due === undefined ? (
        <h2>{found.amount !== null && found.coin !== null ? shown.money(found.amount, found.coin) : titleOf(found)}</h2>
      ) : (
        <Box lay="row" gap={2} align="center">
          <h2>{t('toSend', { sum: shown.money(due.value, due.unit ?? '') })}</h2>
          <CopyButton isIcon text={due.value} label={t('facts.receipt')} />
        </Box>
      )}
      <Note breaks>
        {t('caseLine', {
          id: found.id,
          account: found.user.id,
          masked: `${found.user.nickname} · ${found.user.account}`,
          at: shown.time(found.opened_ms),
        })}
      </Note>
      {mayOpenPerson && (
        <Link to={personAt(found.user.id)} size={2} tone="accent">
          {t('person.open')}
        </Link>
      )}
      <Assign found={found} me={me} onChanged={onChanged} />
    </CaseHead>
  )
}

function Facts({ found, me, mayOpenPerson, onClose, onChanged }: FactsProps) {
  const { t } = useTranslation('desk')
  return (
    <DeskPart as="article" className={styles.case}>
      <Head found={found} me={me} mayOpenPerson={mayOpenPerson} onClose={onClose} onChanged={onChanged} />
      <Signals signals={found.signals} />
      {found.change !== null && (
        <section>
          <h3>{t('changed')}</h3>
          <Changes before={found.change.before} after={found.change.after} />
        </section>
      )}
      {found.appeal === null ? (
        <>
          <Files files={found.files} />
          {found.facts.length > 0 && <FactTable facts={found.facts} />}
        </>
      ) : (
        <Suspense>
          <AppealView file={found.appeal} />
        </Suspense>
      )}
      {found.batch !== undefined && (
        <Suspense>
          <BatchView found={found} batch={found.batch} onChanged={onChanged} />
        </Suspense>
      )}
      <AskMore found={found} onChanged={onChanged} />
      <Relatives relatives={found.relatives} />
      <PastCases title={t('past')} cases={found.past} />
      <NoteForm about={{ case_id: found.id }} onNoted={onChanged} />
      {found.history.length > 0 && (
        <section>
          <h3>{t('history')}</h3>
          <Box as="ul" isRuled>
            {found.history.map((line) => (
              <li key={line.id}>
                <LogLine line={line} />
              </li>
            ))}
          </Box>
        </section>
      )}
    </DeskPart>
  )
}

function Files({ files }: Pick<DeskCaseFull, 'files'>) {
  const { t } = useTranslation('desk')
  return <Pictures photos={files.map(({ url, name }) => ({ url, name: t(`files.${name}`) }))} hasNames />
}

function Relatives({ relatives }: Pick<DeskCaseFull, 'relatives'>) {
  const { t } = useTranslation('desk')
  if (relatives.length === 0) return null
  return (
    <section>
      <h3>{t('relatives')}</h3>
      <Box as="ul" isRuled>
        {relatives.map(({ id, nickname, account, shares, kyc }) => (
          <Box key={`${id}${shares}`} as="li" blockPad={2} breaks size="dense">
            <b>{id}</b> {nickname} · {account} · {t(`shares.${shares}`)} · {t('level', { level: kyc })}
          </Box>
        ))}
      </Box>
    </section>
  )
}
