import { Box, Row, Stack } from '#src/ui/box.tsx'
import type { Event } from '#contract/events.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { allDays, spanOf, type Days } from '#src/lib/days.ts'
import { usePager } from '#src/actors/use-pager.ts'
import { CsvExport } from '#src/parts/money/csv-export.tsx'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { useRefreshOn } from '#src/parts/money/use-refresh-on.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { classes } from '#src/ui/classes.ts'
import { Select } from '#src/ui/select.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './fills.module.css'
import { RowCells, type RowCell } from './row-cells.tsx'
import table from './table-rows.module.css'

const size = 20
export type Role = 'maker' | 'taker'
/** `from` and `to` in epoch ms. */
export type FillFilter = {
  readonly side: string | null
  readonly role: Role | null
  readonly span: { readonly from?: number; readonly to?: number }
}
type Page<T> = { readonly rows: readonly T[]; readonly total: number }
/** How a fill is shown: what was done, its numbers, and the same as a line of a file, at full precision. */
export type FillView = {
  readonly at: string
  readonly title: string
  readonly tone: 'rise' | 'fall'
  readonly symbol: string
  readonly role: Role
  /** The same names for every fill; null where one has no such number. */
  readonly cells: readonly RowCell[]
}

type Props<T> = {
  /** Another list needs another key. */
  readonly name: string
  readonly box: ReactNode
  readonly sides: readonly { readonly value: string; readonly label: string }[]
  readonly read: (filter: FillFilter, page: number, limit: number, signal?: AbortSignal) => Promise<Reply<Page<T>>>
  readonly events: readonly Event['ev'][]
  readonly viewOf: (fill: T) => FillView
  readonly head: readonly string[]
  readonly lineOf: (fill: T) => readonly string[]
}

/**
 * The caller's own trades with fee and role, filtered by side, role and day, to read and to save as a file; a table
 * where it is wide.
 */
export function Fills<T extends { readonly id: number }>(props: Props<T>) {
  const { t } = useTranslation('trades')
  const [side, setSide] = useState('')
  const [role, setRole] = useState<Role | ''>('')
  const [days, setDays] = useState<Days>(allDays)
  const filter = { side: side === '' ? null : side, role: role === '' ? null : role, span: spanOf(days) }
  return (
    <div className={classes(table.table, styles.fills)}>
      <Row gap={2} sideGap={3} blockPad={2} wraps className={styles.tools}>
        {props.box}
        <Select
          isBare
          label={t('fills.side')}
          value={side}
          options={[{ value: '', label: t('fills.anySide') }, ...props.sides]}
          onChange={setSide}
        />
        <Select<Role | ''>
          isBare
          label={t('fills.role')}
          value={role}
          onChange={setRole}
          options={[
            { value: '', label: t('fills.anyRole') },
            { value: 'maker', label: t('fills.maker') },
            { value: 'taker', label: t('fills.taker') },
          ]}
        />
        <DayFilter chosen={days} onChoose={setDays} />
        <CsvExport
          name={`kontor-${props.name}.csv`}
          head={props.head}
          read={(page, signal) => props.read(filter, page, 50, signal)}
          lineOf={props.lineOf}
        />
      </Row>
      <Rows key={JSON.stringify(filter)} filter={filter} {...props} />
    </div>
  )
}

function Rows<T extends { readonly id: number }>({
  filter,
  read,
  events,
  viewOf,
}: Props<T> & { readonly filter: FillFilter }) {
  const { t } = useTranslation(['trades', 'market'])
  const pager = usePager<T>(
    async (page) => {
      const reply = await read(filter, page, size)
      return reply.ok ? { ok: true, value: reply.value.rows } : reply
    },
    { size },
  )
  useRefreshOn(events, pager.refresh)
  const [first] = pager.rows
  return (
    <>
      {first !== undefined && (
        <div className={classes(table.heads, styles.heads)} aria-hidden="true">
          {[t('market:time'), t('market:pair'), t('fills.side'), t('fills.role')].map((name) => (
            <span key={name}>{name}</span>
          ))}
          {viewOf(first).cells.map(([name]) => (
            <span key={name} className={table.number}>
              {name}
            </span>
          ))}
        </div>
      )}
      <PagedList
        pager={pager}
        emptyText={t('fills.none')}
        emptyIcon="history"
        keyOf={({ id }) => id}
        render={(fill) => <FillRow view={viewOf(fill)} />}
      />
    </>
  )
}

function FillRow({ view: { at, title, tone, symbol, role, cells } }: { readonly view: FillView }) {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  return (
    <Stack
      as="article"
      gap={1}
      blockPad={2}
      line="bottom"
      className={classes(table.row, styles.fill)}
      aria-label={`${symbol} ${title}`}
    >
      <Box as="header" lay="row" sideGap={2} wraps align="baseline" className={classes(table.parts, styles.top)}>
        <Box as="span" weight="bold" tone={tone}>
          {title}
        </Box>
        <span className={styles.pair}>{symbol}</span>
        <span>
          <Box as="span" sidePad={1} round={1} ground="pressed" tone={2} size={1}>
            {t(`fills.${role}`)}
          </Box>
        </span>
        <time>{shown.time(at)}</time>
      </Box>
      <RowCells cells={cells} />
    </Stack>
  )
}
