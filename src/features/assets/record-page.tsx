import { Box } from '#src/ui/box.tsx'
import { assets, type Log } from '#contract/assets/assets.ts'
import { logTypes, type AccountKind } from '#contract/wire/booking.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { allDays } from '#src/lib/days.ts'
import { useQuery } from '#src/lib/hash-location.ts'
import { useServices } from '#src/actors/services.tsx'
import { all, CoinFilter, Filter, Filters } from '#src/parts/money/filter.tsx'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { DepositList, RemittanceList, WithdrawList } from '#src/parts/money/money-lists.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager, type Pager } from '#src/actors/use-pager.ts'
import { useAnew, useRefresh } from '#src/actors/use-refresh.ts'
import { Page } from '#src/ui/page.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { accountOrder } from './holdings.ts'
import { accountIn, idIn } from './links.ts'
import { LogHeads, LogRow } from './log-row.tsx'
import { askedBy, type RecordFilter } from './record-filter.ts'
import { useKindName } from './use-kind-name.ts'
import { CsvExport, pageSize } from '#src/parts/money/csv-export.tsx'

/** The bookings, newest first, with filters by account, coin, kind and day, and an export; a table where it is wide. */
export function RecordPage() {
  const { t } = useTranslation('assets')
  const query = useQuery()
  const [show, setShow] = useState<Show>(shows.find((each) => each === query['show']) ?? 'all')
  const tabs = (
    <Segmented
      label={t('recordsTitle')}
      size="s"
      value={show}
      onChange={setShow}
      options={shows.map((value) => ({ value, label: t(`segments.${value}`) }))}
    />
  )
  if (show === 'all') return <BookPage tabs={tabs} />
  return (
    <Page title={t('recordsTitle')} isWide>
      {tabs}
      {show === 'deposits' && <DepositList />}
      {show === 'withdrawals' && <WithdrawList />}
      {show === 'remittances' && <RemittanceList />}
    </Page>
  )
}

const shows = ['all', 'deposits', 'withdrawals', 'remittances'] as const
type Show = (typeof shows)[number]

function BookPage({ tabs }: { readonly tabs: ReactNode }) {
  const { t } = useTranslation('assets')
  const query = useQuery()
  const [filter, setFilter] = useState<RecordFilter>({
    account: accountIn(query['account']),
    currency: idIn(query['currency']),
    kind: idIn(query['kind']),
    days: allDays,
  })
  const pager = useLogs(filter)
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useAnew(filter, refresh)
  return (
    <Page title={t('recordsTitle')} isWide onRefresh={refresh}>
      {tabs}
      <Filters>
        <AccountFilter chosen={filter.account} onChoose={(account) => setFilter({ ...filter, account })} />
        <CoinFilter chosen={filter.currency} onChoose={(currency) => setFilter({ ...filter, currency })} />
        <KindFilter chosen={filter.kind} onChoose={(kind) => setFilter({ ...filter, kind })} />
        <DayFilter chosen={filter.days} onChoose={(days) => setFilter({ ...filter, days })} />
      </Filters>
      {pager.rows.length > 0 && <RecordExport filter={filter} />}
      <Box isFaded={pager.state === 'loading'} aria-busy={pager.state === 'loading'}>
        {pager.rows.length > 0 && <LogHeads />}
        <PagedList
          pager={pager}
          keyOf={({ id }) => id}
          render={(log) => <LogRow log={log} />}
          emptyText={t('noRecords')}
          emptyIcon="history"
          isRuled
        />
      </Box>
    </Page>
  )
}

function useLogs(filter: RecordFilter): Pager<Log> {
  const { request } = useServices()
  const pager = usePager<Log>(async (page) => {
    const reply = await request.read(assets.logs, { ...askedBy(filter), page, limit: defaultLimit })
    if (!reply.ok) return reply
    const { list, count } = reply.value
    return { ok: true, value: { rows: list, isLast: list.length === 0 || page * defaultLimit >= count } }
  })
  // A new booking shifts the pages by one line, so that the next page may start with a line that is already loaded.
  const rows = useMemo(() => [...new Map(pager.rows.map((log) => [log.id, log])).values()], [pager.rows])
  return { ...pager, rows }
}

function KindFilter({
  chosen,
  onChoose,
}: {
  readonly chosen: number | null
  readonly onChoose: (kind: number | null) => void
}) {
  const { t } = useTranslation('assets')
  const nameOf = useKindName()
  const choices = [
    { value: all, label: t('filter.all') },
    ...Object.values(logTypes).map((kind) => ({ value: String(kind), label: nameOf(kind) })),
  ]
  return (
    <Filter
      title={t('filter.kind')}
      choices={choices}
      chosen={chosen === null ? all : String(chosen)}
      onChoose={(kind) => onChoose(idIn(kind))}
    />
  )
}

function AccountFilter({
  chosen,
  onChoose,
}: {
  readonly chosen: AccountKind | null
  readonly onChoose: (kind: AccountKind | null) => void
}) {
  const { t } = useTranslation('assets')
  const choices = [
    { value: all, label: t('filter.all') },
    ...accountOrder.map((kind) => ({ value: kind, label: t(`accounts.${kind}`) })),
  ]
  return (
    <Filter
      title={t('filter.account')}
      choices={choices}
      chosen={chosen ?? all}
      onChoose={(value) => onChoose(accountIn(value))}
    />
  )
}

/** Exports all bookings of the filter. */
function RecordExport({ filter }: { readonly filter: RecordFilter }) {
  const { t } = useTranslation('assets')
  const { request } = useServices()
  const nameOf = useKindName()
  return (
    <CsvExport
      name="kontor-records.csv"
      head={[
        t('export.columns.time'),
        t('filter.kind'),
        t('filter.account'),
        t('filter.coin'),
        t('export.columns.amount'),
        t('export.columns.before'),
        t('balanceAfter'),
      ]}
      read={async (page, signal) => {
        const reply = await request.read(assets.logs, { ...askedBy(filter), page, limit: pageSize }, { signal })
        return reply.ok ? { ok: true, value: { rows: reply.value.list, total: reply.value.count } } : reply
      }}
      lineOf={(log) => [
        log.created_time,
        nameOf(log.type),
        t(`accounts.${log.account}`),
        log.currency_name,
        log.value,
        log.before,
        log.after,
      ]}
    />
  )
}
