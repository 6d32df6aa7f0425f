import { option, type OptionOrder } from '#contract/option.ts'
import { useServices } from '#src/actors/services.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useTranslation } from 'react-i18next'
import { StakeHeads, StakeRow } from './stake-row.tsx'
import table from '#src/parts/trade/table-rows.module.css'
import { classes } from '#src/ui/classes.ts'
import styles from './stakes.module.css'
import { useJustSettled } from './use-settled.ts'

const size = 10

/** Settled stakes, newest first; new ones are added on top while the list is open. */
export function StakeHistory({ pairId, onOpen }: { readonly pairId: number | null; readonly onOpen: (id: number) => void }) {
  const { t } = useTranslation('option')
  const { request } = useServices()
  const pager = usePager<OptionOrder>(
    async (page) => {
      const reply = await request.read(option.list, { status: 'closed', page, limit: size, ...(pairId !== null && { match_id: pairId }) })
      return reply.ok ? { ok: true, value: reply.value.data } : reply
    },
    { size },
  )
  const ended = useJustSettled().filter(({ match_id }) => pairId === null || match_id === pairId)
  const known = new Set(ended.map(({ id }) => id))
  const rows = [...ended, ...pager.rows.filter(({ id }) => !known.has(id))]
  return (
    <div className={classes(table.table, styles.table)}>
      {rows.length > 0 && <StakeHeads isOver />}
      <PagedList pager={{ ...pager, rows }} emptyText={t('noHistory')} keyOf={({ id }) => id} render={(order) => <StakeRow order={order} onOpen={() => onOpen(order.id)} />} />
    </div>
  )
}
