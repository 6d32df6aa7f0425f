import { isPositionOver, lever, type Position } from '#contract/lever.ts'
import { useServices } from '#src/actors/services.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { IconButton } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { standingOf } from '#src/parts/lever/account.ts'
import { PositionHeads, PositionRow } from './position-row.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from './positions.module.css'
import { ReceiptSheet } from './receipt-sheet.tsx'
import { ShareSheet } from './share-sheet.tsx'
import { useEndedPositions } from './use-ended-positions.ts'

const size = 20
type Over = 'all' | 'closed' | 'cancelled'
type Coins = { readonly currency_id: number; readonly legal_id: number }
type Props = { readonly symbol: string | null; readonly coins: Coins | null; readonly filter: ReactNode }

/** Closed positions, newest first, page by page; positions that close while the list is open are added on top. */
export function History({ symbol, coins, filter }: Props) {
  const { t } = useTranslation('lever')
  const [over, setOver] = useState<Over>('all')
  return (
    <>
      <div className={styles.tools}>
        {filter}
        <Segmented
          label={t('historyOf')}
          size="s"
          options={(['all', 'closed', 'cancelled'] as const).map((value) => ({ value, label: t(`over.${value}`) }))}
          value={over}
          onChange={setOver}
        />
      </div>
      <Ended key={`${symbol} ${over}`} symbol={symbol} coins={coins} over={over} />
    </>
  )
}

function Ended({ symbol, coins, over }: Omit<Props, 'filter'> & { readonly over: Over }) {
  const { t } = useTranslation('lever')
  const { request } = useServices()
  const [shared, setShared] = useState<Position | null>(null)
  const [proven, setProven] = useState<Position | null>(null)
  const pager = usePager<Position>(
    async (page) => {
      const reply = await request.read(lever.list, { status: over, page, limit: size, ...coins })
      return reply.ok ? { ok: true, value: reply.value.message.data } : reply
    },
    { size },
  )
  const fresh = useEndedPositions().filter(({ status, symbol: name }) => (over === 'all' || status === over) && (symbol === null || name === symbol))
  const known = new Set(fresh.map(({ id }) => id))
  const rows = [...fresh, ...pager.rows.filter((each) => isPositionOver(each) && !known.has(each.id))]
  return (
    <>
      <div className={classes(table.table, styles.list)} data-table="history">
        {rows.some(({ status }) => status === 'closed') && <PositionHeads of="history" />}
        <PagedList
          pager={{ ...pager, rows }}
          emptyText={t('noHistory')}
          emptyIcon="history"
          keyOf={({ id }) => id}
          render={(position) => (
            <PositionRow
              position={position}
              standing={standingOf(position, null)}
              actions={
                position.status === 'closed' && (
                  <>
                    {position.has_receipt && <IconButton icon="list" label={t('receipt')} onClick={() => setProven(position)} />}
                    <IconButton icon="share" label={t('share')} onClick={() => setShared(position)} />
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
