import { assets, type Log } from '#contract/assets.ts'
import { defaultLimit } from '#contract/wire/paging.ts'
import { go } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { useServices } from '#src/actors/services.tsx'
import { PagedList } from '#src/parts/paged-list.tsx'
import { usePager, type Pager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LogHeads, LogRow } from './log-row.tsx'
import styles from './transfer-page.module.css'

/** Transfers between own accounts, newest first; each has two lines, one per account. */
export function TransferRecordPage() {
  const { t } = useTranslation('assets')
  const pager = useTransfers()
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  return (
    <Page title={t('move.recordsTitle')} isWide onRefresh={refresh}>
      <div className={styles.records} aria-busy={pager.state === 'loading'}>
        {pager.rows.length > 0 && <LogHeads />}
        <PagedList
          pager={pager}
          keyOf={({ id }) => id}
          render={(log) => <LogRow log={log} />}
          emptyText={t('move.noRecords')}
          emptyIcon="transfer"
          emptyAction={
            <Button kind="quiet" onClick={() => go(assetsPaths.transfer, { replace: true })}>
              {t('move.submit')}
            </Button>
          }
        />
      </div>
    </Page>
  )
}

function useTransfers(): Pager<Log> {
  const { request } = useServices()
  const pager = usePager<Log>(async (page) => {
    const reply = await request.read(assets.transfers, { page, limit: defaultLimit })
    if (!reply.ok) return reply
    const { data, total } = reply.value
    return { ok: true, value: { rows: data, isLast: data.length === 0 || page * defaultLimit >= total } }
  })
  // A new transfer shifts the pages, so that the next page may repeat lines that are already loaded.
  const rows = useMemo(() => [...new Map(pager.rows.map((log) => [log.id, log])).values()], [pager.rows])
  return { ...pager, rows }
}
