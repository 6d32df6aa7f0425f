import { Row } from '#src/ui/box.tsx'
import { lever } from '#contract/lever/lever.ts'
import { isPositionOver, type Position } from '#contract/lever/lever-position.ts'
import { netOfPosition } from '#contract/pnl.ts'
import { useServices } from '#src/actors/services.tsx'
import { allDays, isWithin, spanOf, type Days } from '#src/lib/days.ts'
import { instantOf } from '#src/lib/format.ts'
import { CsvExport, pageSize } from '#src/parts/money/csv-export.tsx'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { standingOf } from '#src/parts/lever/account.ts'
import { PositionHeads, PositionRow, reasonOf } from './position-row.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from './positions.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { ShareSheet } from './share-sheet.tsx'
import { useEndedPositions } from './use-ended-positions.ts'

const TriggerHistory = lazy(async () => ({
  default: (await import('#src/parts/trigger/trigger-history.tsx')).TriggerHistory,
}))
const size = 20
type Over = 'all' | 'closed' | 'cancelled'
type Coins = { readonly currency_id: number; readonly legal_id: number }
/** What the list is asked by: `from` and `to` are epoch ms. */
type Asked = Partial<Coins> & { readonly status: Over; readonly from?: number; readonly to?: number }
type Props = { readonly symbol: string | null; readonly coins: Coins | null; readonly filter: ReactNode }

/**
 * Closed positions by day, newest first, page by page; positions that close while the list is open are added on top.
 */
export function History({ symbol, coins, filter }: Props) {
  const { t } = useTranslation('lever')
  const [over, setOver] = useState<Over | 'triggers'>('all')
  const [days, setDays] = useState<Days>(allDays)
  const shelves = (
    <Segmented
      label={t('historyOf')}
      size="s"
      options={(['all', 'closed', 'cancelled', 'triggers'] as const).map((value) => ({
        value,
        label: t(`over.${value}`),
      }))}
      value={over}
      onChange={setOver}
    />
  )
  if (over === 'triggers')
    return (
      <>
        <Row gap={1} sideGap={3} wraps justify="between">
          {filter}
          {shelves}
        </Row>
        <Suspense fallback={<Skeleton lines={3} height={72} />}>
          <TriggerHistory product="lever" symbol={symbol} coins={coins} />
        </Suspense>
      </>
    )
  const asked = { status: over, ...coins, ...spanOf(days) }
  return (
    <>
      <Row gap={1} sideGap={3} wraps justify="between">
        {filter}
        {shelves}
        <DayFilter chosen={days} onChoose={setDays} />
        <HistoryExport asked={asked} />
      </Row>
      <Ended key={`${symbol} ${over} ${days.from} ${days.to}`} symbol={symbol} asked={asked} />
    </>
  )
}

function Ended({ symbol, asked }: { readonly symbol: string | null; readonly asked: Asked }) {
  const { t } = useTranslation(['lever', 'money'])
  const { status: over, from, to } = asked
  const { request } = useServices()
  const [shared, setShared] = useState<Position | null>(null)
  const [proven, setProven] = useState<Position | null>(null)
  const pager = usePager<Position>(
    async (page) => {
      const reply = await request.read(lever.list, { ...asked, page, limit: size })
      return reply.ok ? { ok: true, value: reply.value.message.data } : reply
    },
    { size },
  )
  const fresh = useEndedPositions().filter(
    ({ status, symbol: name, complete_time }) =>
      (over === 'all' || status === over) &&
      (symbol === null || name === symbol) &&
      isWithin(asked, instantOf(complete_time ?? '') ?? 0),
  )
  const known = new Set(fresh.map(({ id }) => id))
  const rows = [...fresh, ...pager.rows.filter((each) => isPositionOver(each) && !known.has(each.id))]
  return (
    <>
      <div className={classes(table.table, styles.list)} data-table="history">
        {rows.some(({ status }) => status === 'closed') && <PositionHeads of="history" />}
        <PagedList
          pager={{ ...pager, rows }}
          emptyText={t(from === undefined && to === undefined ? 'noHistory' : 'money:noMatch')}
          emptyIcon="history"
          keyOf={({ id }) => id}
          render={(position) => (
            <PositionRow
              position={position}
              standing={standingOf(position, null)}
              actions={
                position.status === 'closed' && (
                  <>
                    {position.has_receipt && (
                      <IconButton icon="list" label={t('receipt')} onClick={() => setProven(position)} />
                    )}
                    {position.settles_ms === undefined && (
                      <IconButton icon="share" label={t('share')} onClick={() => setShared(position)} />
                    )}
                  </>
                )
              }
            />
          )}
        />
      </div>
      {proven !== null && <ReceiptSheet position={proven} onClose={() => setProven(null)} />}
      {shared !== null && <ShareSheet position={shared} onClose={() => setShared(null)} />}
    </>
  )
}

/** Exports all closed positions of the filter whose result is final, with every decimal. */
function HistoryExport({ asked }: { readonly asked: Asked }) {
  const { t } = useTranslation(['lever', 'market', 'assets', 'trades'])
  const { request } = useServices()
  const endedBy = (reason: Position['close_reason']) => (reason === null ? '' : t(`reason.${reason}`))
  return (
    <CsvExport<Position>
      name="kontor-contracts.csv"
      head={[
        t('assets:export.columns.time'),
        t('market:pair'),
        t('side'),
        t('multiple'),
        t('lots'),
        t('market:amount'),
        t('entryPrice'),
        t('closePrice'),
        t('margin'),
        t('gross'),
        t('fee'),
        t('overnight'),
        t('haircut'),
        t('realised'),
        t('historyOf'),
        t('endedBy'),
        t('trades:fills.position'),
      ]}
      read={async (page, signal) => {
        const reply = await request.read(lever.list, { ...asked, page, limit: pageSize }, { signal })
        return reply.ok
          ? { ok: true, value: { rows: reply.value.message.data, total: reply.value.message.total } }
          : reply
      }}
      lineOf={(position) =>
        isPositionOver(position) && position.settles_ms === undefined
          ? [
              position.complete_time ?? position.create_time,
              position.symbol,
              t(position.type),
              String(position.multiple),
              String(position.share),
              position.number,
              position.price,
              position.close_price ?? '',
              position.origin_caution_money,
              position.fact_profits,
              position.trade_fee,
              position.overnight_money,
              position.haircut,
              position.status === 'closed' ? netOfPosition(position) : '',
              t(`status.${position.status}`),
              endedBy(reasonOf(position)),
              String(position.id),
            ]
          : null
      }
    />
  )
}
