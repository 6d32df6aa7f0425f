import type { MoneyStatus } from '#contract/wire/decision.ts'
import type { Event } from '#contract/events.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { go } from '#src/lib/hash-location.ts'
import { AskedNote } from '#src/parts/asked-note.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import type { IconName } from '#src/ui/icon.tsx'
import { allDays, spanOf, type Days } from '#src/lib/days.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { CsvExport, pageSize } from './csv-export.tsx'
import { DayFilter } from './day-filter.tsx'
import { CoinFilter, Filters, StatusFilter } from './filter.tsx'
import { useRefreshOn } from './use-refresh-on.ts'

const size = 10
/** `from` and `to` in epoch ms. */
export type CaseFilter = {
  readonly status?: MoneyStatus
  readonly currency?: number
  readonly from?: number
  readonly to?: number
}
type Found<T> = { readonly rows: readonly T[]; readonly total: number }

type Props<T> = {
  /** One page of what the filter leaves, newest first. */
  readonly read: (
    asked: CaseFilter & { readonly page: number; readonly limit: number },
    signal?: AbortSignal,
  ) => Promise<Reply<Found<T>>>
  readonly render: (row: T) => ReactNode
  /** The event that tells of a change of one of them. */
  readonly on: Event['ev']
  readonly hasCoin?: boolean
  /** The kind of its cases at the desk, which may ask for more. */
  readonly kind: 'deposit' | 'remittance' | 'withdraw'
  readonly empty: { readonly text: string; readonly icon: IconName; readonly word: string; readonly to: string }
  readonly csv: {
    readonly name: string
    readonly head: readonly string[]
    readonly lineOf: (row: T) => readonly string[]
  }
}

/**
 * The records of one kind of request that the desk decides: filtered, exported, and current as soon as one is decided.
 */
export function CaseList<T extends { readonly id: number | string }>({ hasCoin = false, kind, ...props }: Props<T>) {
  const [status, setStatus] = useState<MoneyStatus | null>(null)
  const [currency, setCurrency] = useState<number | null>(null)
  const [days, setDays] = useState<Days>(allDays)
  const filter: CaseFilter = {
    ...(status !== null && { status }),
    ...(currency !== null && { currency }),
    ...spanOf(days),
  }
  return (
    <div>
      <AskedNote kind={kind} />
      <Filters>
        <StatusFilter chosen={status} onChoose={setStatus} />
        {hasCoin && <CoinFilter chosen={currency} onChoose={setCurrency} />}
        <DayFilter chosen={days} onChoose={setDays} />
      </Filters>
      <Rows key={JSON.stringify(filter)} filter={filter} {...props} />
    </div>
  )
}

function Rows<T extends { readonly id: number | string }>({
  filter,
  read,
  render,
  on,
  empty,
  csv,
}: Omit<Props<T>, 'hasCoin' | 'kind'> & { readonly filter: CaseFilter }) {
  const { t } = useTranslation('money')
  const pager = usePager<T>(async (page) => {
    const reply = await read({ ...filter, page, limit: size })
    return reply.ok
      ? {
          ok: true,
          value: { rows: reply.value.rows, isLast: reply.value.rows.length === 0 || page * size >= reply.value.total },
        }
      : reply
  })
  // A change in between moves rows to other pages: each is shown once.
  const rows = useMemo(() => [...new Map(pager.rows.map((row) => [row.id, row])).values()], [pager.rows])
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  useRefreshOn([on], () => void refresh())
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      {rows.length > 0 && (
        <CsvExport {...csv} read={async (page, signal) => read({ ...filter, page, limit: pageSize }, signal)} />
      )}
      <PagedList
        pager={{ ...pager, rows }}
        keyOf={({ id }) => id}
        render={render}
        isRuled
        emptyText={isFiltered ? t('noMatch') : empty.text}
        emptyIcon={empty.icon}
        emptyAction={
          <Button kind="quiet" onClick={() => go(empty.to)}>
            {t(empty.word)}
          </Button>
        }
      />
    </>
  )
}
