import { Row } from '#src/ui/box.tsx'
import { netOfRound } from '#contract/pnl.ts'
import { option, type OptionOrder } from '#contract/option/option.ts'
import { useServices } from '#src/actors/services.tsx'
import { allDays, isWithin, spanOf, type Days } from '#src/lib/days.ts'
import { instantOf } from '#src/lib/format.ts'
import { CsvExport, pageSize } from '#src/parts/money/csv-export.tsx'
import { DayFilter } from '#src/parts/money/day-filter.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import { endOf, StakeHeads, StakeRow } from './stake-row.tsx'
import styles from './stakes.module.css'
import { useJustSettled } from './use-settled.ts'

const size = 10
/** What the list is asked by: `from` and `to` are epoch ms. */
type Asked = { readonly status: 'closed'; readonly match_id?: number; readonly from?: number; readonly to?: number }
type Props = { readonly pairId: number | null; readonly onOpen: (id: number) => void }

/** Settled stakes by day, newest first; new ones are added on top while the list is open. */
export function StakeHistory({ pairId, onOpen }: Props) {
  const [days, setDays] = useState<Days>(allDays)
  const asked = { status: 'closed', ...(pairId !== null && { match_id: pairId }), ...spanOf(days) } as const
  return (
    <>
      <Row gap={2} sideGap={3} blockPad={2} wraps>
        <DayFilter chosen={days} onChoose={setDays} />
        <StakeExport asked={asked} />
      </Row>
      <Settled key={JSON.stringify(asked)} asked={asked} onOpen={onOpen} />
    </>
  )
}

function Settled({ asked, onOpen }: Pick<Props, 'onOpen'> & { readonly asked: Asked }) {
  const { t } = useTranslation(['option', 'money'])
  const { request } = useServices()
  const { match_id, from, to } = asked
  const pager = usePager<OptionOrder>(
    async (page) => {
      const reply = await request.read(option.list, { ...asked, page, limit: size })
      return reply.ok ? { ok: true, value: reply.value.data } : reply
    },
    { size },
  )
  const ended = useJustSettled().filter(
    (order) =>
      (match_id === undefined || order.match_id === match_id) && isWithin(asked, instantOf(order.created_at) ?? 0),
  )
  const known = new Set(ended.map(({ id }) => id))
  const rows = [...ended, ...pager.rows.filter(({ id }) => !known.has(id))]
  return (
    <div className={classes(table.table, styles.table)}>
      {rows.length > 0 && <StakeHeads isOver />}
      <PagedList
        pager={{ ...pager, rows }}
        emptyText={t(from === undefined && to === undefined ? 'noHistory' : 'money:noMatch')}
        keyOf={({ id }) => id}
        render={(order) => <StakeRow order={order} onOpen={() => onOpen(order.id)} />}
      />
    </div>
  )
}

/** Exports all settled stakes of the filter, with every decimal. */
function StakeExport({ asked }: { readonly asked: Asked }) {
  const { t } = useTranslation(['option', 'market', 'assets'])
  const { request } = useServices()
  return (
    <CsvExport<OptionOrder>
      name="kontor-rounds.csv"
      head={[
        t('assets:export.columns.time'),
        t('market:pair'),
        t('time'),
        t('round'),
        t('expectation'),
        t('amount'),
        t('coin'),
        t('fee'),
        t('yield'),
        t('entry'),
        t('delivery'),
        t('profit'),
        t('state'),
        t('orderNo'),
      ]}
      read={async (page, signal) => {
        const reply = await request.read(option.list, { ...asked, page, limit: pageSize }, { signal })
        return reply.ok ? { ok: true, value: { rows: reply.value.data, total: reply.value.total } } : reply
      }}
      lineOf={(order) => [
        order.created_at,
        order.symbol_name,
        t('seconds', { count: order.seconds }),
        String(order.round_no),
        t(`types.${order.type}`),
        order.number,
        order.currency_name,
        order.fee,
        order.profit_ratio,
        order.open_price ?? '',
        order.end_price ?? '',
        order.status === 'closed' ? netOfRound(order) : '',
        t(`states.${endOf(order)}`),
        String(order.id),
      ]}
    />
  )
}
