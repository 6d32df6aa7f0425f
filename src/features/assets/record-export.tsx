import { assets, type Log } from '#contract/assets.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useServices } from '#src/actors/services.tsx'
import { csvOf } from '#src/lib/csv.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { askedBy, type RecordFilter } from './record-filter.ts'
import { useKindName } from './use-kind-name.ts'

const pageSize = 50

/** Exports all bookings of the filter to a CSV file, page by page, with progress and a cancel button. */
export function RecordExport({ filter }: { readonly filter: RecordFilter }) {
  const { t } = useTranslation(['assets', 'refusals'])
  const { request } = useServices()
  const failureText = useFailureText()
  const nameOf = useKindName()
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])

  const readAll = async ({ signal }: AbortController): Promise<readonly Log[] | null> => {
    // New bookings shift lines to later pages: duplicates are dropped.
    const logs = new Map<number, Log>()
    for (let page = 1; ; page += 1) {
      const reply = await request.read(assets.logs, { ...askedBy(filter), page, limit: pageSize }, { signal })
      if (signal.aborted) return null
      if (!reply.ok) {
        setFailure(reply.failure)
        return null
      }
      const { list, count } = reply.value
      for (const log of list) logs.set(log.id, log)
      if (list.length === 0 || page * pageSize >= count) return [...logs.values()]
      setPercent((page * pageSize * 100) / count)
    }
  }
  const start = async () => {
    const mine = new AbortController()
    going.current = mine
    setFailure(null)
    setPercent(0)
    const logs = await readAll(mine)
    setPercent(null)
    if (logs === null) return
    const head = [t('export.columns.time'), t('filter.kind'), t('filter.account'), t('filter.coin'), t('export.columns.amount'), t('export.columns.before'), t('balanceAfter')]
    const rows = logs.map((log) => [log.created_time, nameOf(log.type), t(`accounts.${log.account}`), log.currency_name, log.value, log.before, log.after])
    saveFile(new File([csvOf([head, ...rows])], 'kontor-records.csv', { type: 'text/csv' }))
    toast('assets:export.done', { count: logs.length })
  }
  if (percent !== null)
    return (
      <Progress
        label={t('export.running')}
        percent={percent}
        onCancel={() => {
          going.current?.abort()
          setPercent(null)
        }}
      />
    )
  return (
    <div>
      <Button kind="text" size="s" icon="download" onClick={() => void start()}>
        {t('export.start')}
      </Button>
      {failure !== null && <p role="alert">{failure.kind === 'unknown' ? t('refusals:unreachable') : failureText(failure)}</p>}
    </div>
  )
}
