import type { CaseKind, CaseStatus, DeskCase } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { CsvExport, pageSize } from '#src/parts/money/csv-export.tsx'
import { useKeys } from './use-keys.ts'
import { Paged } from '#src/parts/paged.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { lazy, Suspense, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CasePage } from './case-page.tsx'
import { useCaseTitle } from './changes.tsx'
import { CaseView } from './case-view.tsx'
import { PickRow, RowLine } from './pick-row.tsx'
import styles from './desk.module.css'
import { isDemoReason } from './demo-reasons.ts'
import { Signals } from './signals.tsx'
import { useShown } from './use-shown.ts'

const ReadyList = lazy(async () => ({ default: (await import('./ready-list.tsx')).ReadyList }))

const statuses = ['open', 'passed', 'rejected'] as const satisfies readonly CaseStatus[]
/** An appeal is ruled by the desk or settled by its parties. */
const statusesOf = (kind: CaseKind): readonly CaseStatus[] =>
  kind === 'appeal'
    ? ['open', 'ruled', 'settled']
    : kind === 'totp' || kind === 'change' || kind === 'grant'
      ? [...statuses, 'cancelled']
      : kind === 'batch'
        ? ['open', 'passed', 'cancelled']
        : statuses

type Props = {
  readonly kind: CaseKind
  readonly caseId: string
  readonly mayOpenPerson: boolean
  readonly onChoose: (id: string) => void
  readonly onReplaced: (id: string) => void
  readonly onDecided: () => void
}

/** One queue: its cases, and the chosen one beside them; on a phone one after the other. */
export function QueueSection({ kind, caseId, mayOpenPerson, onChoose, onReplaced, onDecided }: Props) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const [status, setStatus] = useState<CaseStatus>('open')
  const [keyword, setKeyword] = useState('')
  const [now, setNow] = useState(0)
  const searched = useDebounced(keyword, 300)
  const refresh = useRef(async () => undefined)
  const shownIds = useRef<readonly string[]>([])
  const step = (by: 1 | -1) => {
    const ids = shownIds.current
    const to = ids[caseId === '' ? 0 : ids.indexOf(caseId) + by]
    if (to !== undefined) onChoose(to)
  }
  useKeys({ j: () => step(1), k: () => step(-1) })
  const isDesk = useIsDesktop()
  const list = (
    <>
      {kind === 'batch' && (
        <Suspense>
          <ReadyList onMade={(id) => void refresh.current().then(() => onChoose(id))} />
        </Suspense>
      )}
      <SearchBox label={t('search')} value={keyword} onChange={setKeyword} maxLength={60} />
      <Segmented
        label={t('statusLabel')}
        size="s"
        value={status}
        onChange={setStatus}
        options={statusesOf(kind).map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      {isDesk && <Note>{t('keys')}</Note>}
      <Paged
        by={`${status}|${searched}`}
        read={async (asked) => {
          const reply = await request.read(desk.cases, { kind, status, keyword: searched, ...asked })
          if (!reply.ok) return reply
          setNow(reply.value.server_now_ms)
          const ids = reply.value.list.map(({ id }) => id)
          shownIds.current = asked.page === 1 ? ids : [...new Set([...shownIds.current, ...ids])]
          return reply
        }}
        refresh={refresh}
        head={<Export kind={kind} status={status} keyword={searched} />}
        keyOf={({ id }) => id}
        render={(row) => <CaseRow row={row} now={now} isChosen={row.id === caseId} onChoose={onChoose} />}
        empty={{ text: t(status === 'open' ? 'emptyOpen' : 'empty'), icon: 'check' }}
        rowHeight={72}
      />
    </>
  )
  return (
    <CasePage label={t(`tabs.${kind}`)} list={list} refresh={refresh} empty={{ text: t('choose'), icon: 'list' }}>
      {caseId === '' ? null : (
        <CaseView
          key={caseId}
          id={caseId}
          mayOpenPerson={mayOpenPerson}
          onClose={() => onChoose('')}
          onReplaced={onReplaced}
          onDecided={() => {
            void refresh.current()
            onDecided()
          }}
        />
      )}
    </CasePage>
  )
}

type ExportProps = { readonly kind: CaseKind; readonly status: CaseStatus; readonly keyword: string }
const columns = ['id', 'opened', 'decided', 'account', 'person', 'title', 'amount', 'coin', 'reason'] as const
/** All cases of the filter as a file. */
function Export({ kind, status, keyword }: ExportProps) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const shown = useShown()
  return (
    <CsvExport<DeskCase>
      name={`${kind}-${status}.csv`}
      head={columns.map((name) => t(`csv.${name}`))}
      read={async (page, signal) => {
        const reply = await request.read(desk.cases, { kind, status, keyword, page, limit: pageSize }, { signal })
        return reply.ok ? { ok: true, value: { rows: reply.value.list, total: reply.value.count } } : reply
      }}
      lineOf={({ id, opened_ms, decided_ms, user, title, amount, coin, reason }) => [
        id,
        shown.time(opened_ms),
        decided_ms === null ? '' : shown.time(decided_ms),
        String(user.id),
        user.nickname,
        title,
        amount ?? '',
        coin ?? '',
        reason ?? '',
      ]}
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
  const titleOf = useCaseTitle()
  const waitedMs = now - row.opened_ms
  return (
    <PickRow isChosen={isChosen} onPick={() => onChoose(row.id)}>
      <RowLine>
        <b>{row.amount !== null && row.coin !== null ? shown.money(row.amount, row.coin) : titleOf(row)}</b>
        <Box
          as="span"
          size={2}
          tone={2}
          className={styles.age}
          data-late={(row.status === 'open' && waitedMs > lateMs) || undefined}
        >
          {row.decided_ms === null ? shown.age(waitedMs) : shown.time(row.decided_ms)}
        </Box>
      </RowLine>
      {row.amount !== null && (
        <Box as="span" size={2} isCut>
          {row.title}
        </Box>
      )}
      <RowLine isSmall>
        {row.user.id} · {row.user.account}
      </RowLine>
      <Signals signals={row.signals} />
      {row.reason !== null && row.status === 'rejected' && (
        <RowLine isSmall>{isDemoReason(row.reason) ? t('byDemo') : row.reason}</RowLine>
      )}
    </PickRow>
  )
}
