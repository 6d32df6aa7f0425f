import type { CaseKind, CaseStatus, DeskCase } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CaseView } from './case-view.tsx'
import styles from './desk.module.css'
import { isDemoReason } from './demo-reasons.ts'
import { Signals } from './signals.tsx'
import { useEvery } from './use-every.ts'
import { useShown } from './use-shown.ts'

const statuses = ['open', 'passed', 'rejected'] as const satisfies readonly CaseStatus[]
/** An appeal is ruled by the desk or settled by its parties. */
const statusesOf = (kind: CaseKind): readonly CaseStatus[] =>
  kind === 'appeal' ? ['open', 'ruled', 'settled'] : kind === 'totp' ? [...statuses, 'cancelled'] : statuses

type Props = {
  readonly kind: CaseKind
  readonly caseId: string
  readonly onChoose: (id: string) => void
  readonly onReplaced: (id: string) => void
  readonly onDecided: () => void
}

/** One queue: its cases, and the chosen one beside them; on a phone one after the other. */
export function QueueSection({ kind, caseId, onChoose, onReplaced, onDecided }: Props) {
  const { t } = useTranslation('desk')
  const [status, setStatus] = useState<CaseStatus>('open')
  const [keyword, setKeyword] = useState('')
  const [turn, setTurn] = useState(0)
  const searched = useDebounced(keyword, 300)
  return (
    <div className={styles.queue} data-chosen={caseId !== '' || undefined}>
      <section className={styles.list} aria-label={t(`tabs.${kind}`)}>
        <SearchBox label={t('search')} value={keyword} onChange={setKeyword} maxLength={60} />
        <Segmented
          label={t('statusLabel')}
          size="s"
          value={status}
          onChange={setStatus}
          options={statusesOf(kind).map((value) => ({ value, label: t(`status.${value}`) }))}
        />
        <CaseList
          key={`${status}|${searched}`}
          kind={kind}
          status={status}
          keyword={searched}
          chosen={caseId}
          turn={turn}
          onChoose={onChoose}
        />
      </section>
      {caseId === '' ? (
        <div className={styles.nothing}>
          <Empty text={t('choose')} icon="list" />
        </div>
      ) : (
        <CaseView
          key={caseId}
          id={caseId}
          onClose={() => onChoose('')}
          onReplaced={onReplaced}
          onDecided={() => {
            setTurn((now) => now + 1)
            onDecided()
          }}
        />
      )}
    </div>
  )
}

type ListProps = {
  readonly kind: CaseKind
  readonly status: CaseStatus
  readonly keyword: string
  readonly chosen: string
  /** Counts the decisions made here: each of them reads the list anew. */
  readonly turn: number
  readonly onChoose: (id: string) => void
}

function CaseList({ kind, status, keyword, chosen, turn, onChoose }: ListProps) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const [now, setNow] = useState(0)
  const pager = usePager<DeskCase>(async (page) => {
    const reply = await request.read(desk.cases, { kind, status, keyword, page, limit: defaultLimit })
    if (!reply.ok) return reply
    const { list, count, server_now_ms } = reply.value
    setNow(server_now_ms)
    return { ok: true, value: { rows: list, isLast: list.length === 0 || page * defaultLimit >= count } }
  })
  const seen = useRef(turn)
  const { refresh } = pager
  useEffect(() => {
    if (seen.current === turn) return
    seen.current = turn
    refresh()
  }, [turn, refresh])
  useEvery(async () => refresh())
  return (
    <PagedList
      pager={pager}
      keyOf={({ id }) => id}
      render={(row) => <CaseRow row={row} now={now} isChosen={row.id === chosen} onChoose={onChoose} />}
      emptyText={t(status === 'open' ? 'emptyOpen' : 'empty')}
      emptyIcon="check"
      rowHeight={72}
    />
  )
}

const lateMs = 3_600_000

type RowProps = {
  readonly row: DeskCase
  readonly now: number
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}

function CaseRow({ row, now, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const waitedMs = now - row.opened_ms
  return (
    <button type="button" className={styles.row} aria-current={isChosen || undefined} onClick={() => onChoose(row.id)}>
      <span className={styles.rowHead}>
        <b>
          {row.amount !== null && row.coin !== null
            ? shown.money(row.amount, row.coin)
            : row.title || row.user.nickname}
        </b>
        <span className={styles.age} data-late={(row.status === 'open' && waitedMs > lateMs) || undefined}>
          {row.decided_ms === null ? shown.age(waitedMs) : shown.time(row.decided_ms)}
        </span>
      </span>
      {row.amount !== null && <span className={styles.rowTitle}>{row.title}</span>}
      <span className={styles.rowText}>
        {row.user.id} · {row.user.account}
      </span>
      <Signals signals={row.signals} />
      {row.reason !== null && row.status === 'rejected' && (
        <span className={styles.rowText}>{isDemoReason(row.reason) ? t('byDemo') : row.reason}</span>
      )}
    </button>
  )
}
