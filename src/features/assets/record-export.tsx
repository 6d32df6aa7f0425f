import { assets } from '#contract/assets/assets.ts'
import { useServices } from '#src/actors/services.tsx'
import { CsvExport, pageSize } from '#src/parts/money/csv-export.tsx'
import { useTranslation } from 'react-i18next'
import { askedBy, type RecordFilter } from './record-filter.ts'
import { useKindName } from './use-kind-name.ts'

/** Exports all bookings of the filter. */
export function RecordExport({ filter }: { readonly filter: RecordFilter }) {
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
