import { follow, isJoinedAhead, type JoinedPlan, type JoinedStatus } from '#contract/follow.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { useRefresh } from '#src/actors/use-refresh.ts'
import { go } from '#src/lib/hash-location.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JoinedCard } from './plan-page.tsx'
import styles from './finance.module.css'

const statuses = ['in_progress', 'ended'] as const
const size = 10

/** The caller's joined plans; those in progress change by push. */
export function PlanRecordsPage() {
  const { t } = useTranslation('finance')
  const { request, feeds } = useServices()
  const [status, setStatus] = useState<JoinedStatus>('in_progress')
  const { value: running } = useStream(feeds.joinedPlans$, loading)
  const pager = usePager<JoinedPlan>(async (page) => {
    const reply = await request.read(follow.joined, { status, page, limit: size })
    return reply.ok ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } } : reply
  })
  const refresh = useRefresh(pager.state === 'loading', pager.refresh)
  // What runs, and what has just ended: either way the pages that were read are old.
  const about = `${status}|${(running ?? []).map(({ id }) => id).join()}`
  const read = useRef(about)
  useEffect(() => {
    if (read.current === about) return
    read.current = about
    void refresh()
  }, [about, refresh])
  const rows = useMemo(() => {
    const pushed = new Map((running ?? []).map((joined) => [joined.id, joined]))
    const newest = (joined: JoinedPlan) => {
      const copy = pushed.get(joined.id)
      return copy !== undefined && isJoinedAhead(joined, copy) ? { ...copy, name: joined.name } : joined
    }
    return [...new Map(pager.rows.map((joined) => [joined.id, newest(joined)])).values()].filter((joined) => joined.status === status)
  }, [pager.rows, running, status])
  return (
    <Page title={t('titles.planRecords')} onRefresh={refresh}>
      <div className={styles.page}>
        <Tabs label={t('titles.planRecords')} isWide tabs={statuses.map((value) => ({ value, label: t(`joinedStatus.${value}`) }))} value={status} onChange={setStatus} />
        <div className={styles.list} aria-busy={pager.state === 'loading'}>
          <PagedList
            pager={{ ...pager, rows }}
            keyOf={({ id }) => id}
            rowHeight={220}
            render={(joined) => <JoinedCard joined={joined} hasName />}
            emptyText={t(`noJoined.${status}`)}
            emptyIcon="user"
            emptyAction={
              <Button kind="quiet" onClick={() => go(followPaths.finance)}>
                {t('toPlans')}
              </Button>
            }
          />
        </div>
      </div>
    </Page>
  )
}
