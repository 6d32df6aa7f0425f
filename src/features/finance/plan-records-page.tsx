import { Stack } from '#src/ui/box.tsx'
import { follow, isJoinedAhead, type JoinedPlan, type JoinedStatus } from '#contract/finance/follow.ts'
import { useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { followPaths } from '#src/lib/paths/follow.ts'
import { useStream } from '#src/lib/use-stream.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Button } from '#src/ui/button.tsx'
import { Page } from '#src/ui/page.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { loading } from '#streams/kit/live.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { JoinedCard } from './plan-page.tsx'
import styles from './finance.module.css'
import { useRunningPages } from './use-running-pages.ts'

const statuses = ['in_progress', 'ended'] as const
const size = 10
const newest = (read: JoinedPlan, pushed: JoinedPlan) =>
  isJoinedAhead(read, pushed) ? { ...pushed, name: read.name } : read
const isOn = (joined: JoinedPlan, status: JoinedStatus) => joined.status === status

/** The caller's joined plans; those in progress change by push. */
export function PlanRecordsPage() {
  const { t } = useTranslation('finance')
  const { request, feeds } = useServices()
  const [status, setStatus] = useState<JoinedStatus>('in_progress')
  const { value: running } = useStream(feeds.joinedPlans$, loading)
  const { pager, refresh } = useRunningPages({
    tab: status,
    running,
    newest,
    isOn,
    readPage: async (page) => {
      const reply = await request.read(follow.joined, { status, page, limit: size })
      return reply.ok
        ? { ok: true, value: { rows: reply.value.list, isLast: page * size >= reply.value.count } }
        : reply
    },
  })
  return (
    <Page title={t('titles.planRecords')} isBroad onRefresh={refresh}>
      <Stack gap={3} topPad={2} endPad={8} className={styles.wide}>
        <Tabs
          label={t('titles.planRecords')}
          isWide
          tabs={statuses.map((value) => ({ value, label: t(`joinedStatus.${value}`) }))}
          value={status}
          onChange={setStatus}
        />
        <div className={styles.list} aria-busy={pager.state === 'loading'}>
          <PagedList
            pager={pager}
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
      </Stack>
    </Page>
  )
}
