import type { CaseKind, CaseStatus, DeskCase } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { useServices } from '#src/actors/services.tsx'
import { useDebounced } from '#src/lib/use-debounced.ts'
import { CsvExport, pageSize } from '#src/parts/money/csv-export.tsx'
import { focusSearch, useKeys } from './use-keys.ts'
import { Paged } from '#src/parts/paged.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { useIsDesktop } from '#src/lib/use-media.ts'
import { Box } from '#src/ui/box.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Button } from '#src/ui/button.tsx'
import { lazy, Suspense, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { CasePage } from './case-page.tsx'
import { useCaseTitle } from './changes.tsx'
import { CaseView } from './case-view.tsx'
import { FilterBar } from './filter-bar.tsx'
import { PickRow, RowLine } from './pick-row.tsx'
import styles from './desk.module.css'
import { isDemoReason } from './demo-reasons.ts'
import { Signals } from './signals.tsx'
import type { CaseFilter } from './saved-filters.ts'
import { useShown } from './use-shown.ts'

const KeysSheet = lazy(async () => ({ default: (await import('./keys-sheet.tsx')).KeysSheet }))
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
  /** The account that reads. */
  readonly me: number
  readonly mayOpenPerson: boolean
  readonly onChoose: (id: string) => void
  readonly onReplaced: (id: string) => void
  readonly onDecided: () => void
}

const owners = ['all', 'mine', 'free'] as const satisfies readonly CaseFilter['whose'][]
/** Which cases are listed: at first as the address says, which a saved filter of another queue leads to. */
function useFilter(kind: CaseKind) {
  const query = useQuery()
  const [filter, setFilter] = useState<CaseFilter>(() => ({
    kind,
    status: statusesOf(kind).find((each) => each === query['status']) ?? 'open',
    keyword: query['find'] ?? '',
    whose: owners.find((each) => each === query['whose']) ?? 'all',
  }))
  const choose = (next: CaseFilter) => {
    if (next.kind === kind) setFilter(next)
    else {
      const { keyword: find, status, whose } = next
      go(withQuery(deskPaths.desk, { tab: next.kind, status, find, whose }), { replace: true })
    }
  }
  return { filter, choose, change: (part: Partial<CaseFilter>) => setFilter((now) => ({ ...now, ...part })) }
}
type Filtering = ReturnType<typeof useFilter>
const isPlain = ({ status, keyword, whose }: CaseFilter) => status === 'open' && keyword === '' && whose === 'all'

/** What is searched for, in which state, and whose: saved to be looked at again. */
function Filters({ filter, choose, change }: Filtering) {
  const { t } = useTranslation('desk')
  const isDesk = useIsDesktop()
  const [hasKeys, setHasKeys] = useState(false)
  useKeys({ '?': () => setHasKeys(true) })
  return (
    <>
      <SearchBox
        label={t('search')}
        value={filter.keyword}
        onChange={(keyword) => change({ keyword })}
        maxLength={60}
      />
      <Segmented
        label={t('statusLabel')}
        size="s"
        value={filter.status}
        onChange={(status) => change({ status, ...(status !== 'open' && { whose: 'all' }) })}
        options={statusesOf(filter.kind).map((value) => ({ value, label: t(`status.${value}`) }))}
      />
      {filter.status === 'open' && (
        <Segmented
          label={t('whose.label')}
          size="s"
          value={filter.whose}
          onChange={(whose) => change({ whose })}
          options={owners.map((value) => ({ value, label: t(`whose.${value}`) }))}
        />
      )}
      <FilterBar filter={filter} isPlain={isPlain(filter)} onChoose={choose} />
      {isDesk && (
        <Box>
          <Button kind="text" size="s" icon="info" onClick={() => setHasKeys(true)}>
            {t('keysSheet.open')}
          </Button>
        </Box>
      )}
      {hasKeys && (
        <Suspense>
          <KeysSheet onClose={() => setHasKeys(false)} />
        </Suspense>
      )}
    </>
  )
}

/** One queue: its cases, and the chosen one beside them; on a phone one after the other. */
export function QueueSection({ kind, caseId, me, mayOpenPerson, onChoose, onReplaced, onDecided }: Props) {
  const { t } = useTranslation('desk')
  const filtering = useFilter(kind)
  const refresh = useRef(async () => undefined)
  const shownIds = useRef<readonly string[]>([])
  const step = (by: 1 | -1) => {
    const ids = shownIds.current
    const to = ids[caseId === '' ? 0 : ids.indexOf(caseId) + by]
    if (to !== undefined) onChoose(to)
  }
  useKeys({ j: () => step(1), k: () => step(-1), '/': focusSearch })
  const list = (
    <>
      {kind === 'batch' && (
        <Suspense>
          <ReadyList onMade={(id) => void refresh.current().then(() => onChoose(id))} />
        </Suspense>
      )}
      <Filters {...filtering} />
      <Cases
        filter={filtering.filter}
        caseId={caseId}
        refresh={refresh}
        onChoose={onChoose}
        onRead={(ids, isFirst) => {
          shownIds.current = isFirst ? ids : [...new Set([...shownIds.current, ...ids])]
        }}
      />
    </>
  )
  return (
    <CasePage label={t(`tabs.${kind}`)} list={list} refresh={refresh} empty={{ text: t('choose'), icon: 'list' }}>
      {caseId === '' ? null : (
        <CaseView
          key={caseId}
          id={caseId}
          me={me}
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

type CasesProps = Pick<Props, 'caseId' | 'onChoose'> & {
  readonly filter: CaseFilter
  readonly refresh: RefObject<() => Promise<void>>
  readonly onRead: (ids: readonly string[], isFirst: boolean) => void
}
function Cases({ filter: { kind, status, keyword, whose }, caseId, refresh, onChoose, onRead }: CasesProps) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const [now, setNow] = useState(0)
  const searched = useDebounced(keyword, 300)
  const asks = { kind, status, keyword: searched, ...(whose !== 'all' && { whose }) }
  return (
    <Paged
      by={`${status}|${searched}|${whose}`}
      read={async (asked) => {
        const reply = await request.read(desk.cases, { ...asks, ...asked })
        if (!reply.ok) return reply
        setNow(reply.value.server_now_ms)
        onRead(
          reply.value.list.map(({ id }) => id),
          asked.page === 1,
        )
        return reply
      }}
      refresh={refresh}
      head={<Export asks={asks} />}
      keyOf={({ id }) => id}
      render={(row) => <CaseRow row={row} now={now} isChosen={row.id === caseId} onChoose={onChoose} />}
      empty={{ text: t(status === 'open' ? 'emptyOpen' : 'empty'), icon: 'check' }}
      rowHeight={72}
    />
  )
}

type ExportProps = { readonly asks: InputOf<typeof desk.cases> }
const columns = ['id', 'opened', 'decided', 'account', 'person', 'title', 'amount', 'coin', 'reason'] as const
/** All cases of the filter as a file. */
function Export({ asks }: ExportProps) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const shown = useShown()
  return (
    <CsvExport<DeskCase>
      name={`${asks.kind}-${asks.status}.csv`}
      head={columns.map((name) => t(`csv.${name}`))}
      read={async (page, signal) => {
        const reply = await request.read(desk.cases, { ...asks, page, limit: pageSize }, { signal })
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
      {row.assigned !== null && <RowLine isSmall>{t('assign.taken', { name: row.assigned.nickname })}</RowLine>}
      <Signals signals={row.signals} />
      {row.reason !== null && row.status === 'rejected' && (
        <RowLine isSmall>{isDemoReason(row.reason) ? t('byDemo') : row.reason}</RowLine>
      )}
    </PickRow>
  )
}
