import type { Failure, Reply } from '#contract/wire/reply.ts'
import { csvOf } from '#src/lib/csv.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Progress } from '#src/ui/progress.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'

export const pageSize = 50

type Props<T> = {
  /** The file's name. */
  readonly name: string
  readonly head: readonly string[]
  /** One page of `pageSize` rows of the list, and how many there are in all. */
  readonly read: (
    page: number,
    signal: AbortSignal,
  ) => Promise<Reply<{ readonly rows: readonly T[]; readonly total: number }>>
  /** The cells of a row; null leaves it out. */
  readonly lineOf: (row: T) => readonly string[] | null
}

/** Exports all rows of a list to a CSV file, page by page, with progress and a cancel button. */
export function CsvExport<T extends { readonly id: number | string }>({ name, head, read, lineOf }: Props<T>) {
  const { t } = useTranslation(['assets', 'refusals'])
  const failureText = useFailureText()
  const [percent, setPercent] = useState<number | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const going = useRef<AbortController | null>(null)
  useEffect(() => () => going.current?.abort(), [])

  const readAll = async ({ signal }: AbortController): Promise<readonly T[] | null> => {
    // New rows shift others to later pages: duplicates are dropped.
    const found = new Map<T['id'], T>()
    for (let page = 1; ; page += 1) {
      const reply = await read(page, signal)
      if (signal.aborted) return null
      if (!reply.ok) {
        setFailure(reply.failure)
        return null
      }
      const { rows, total } = reply.value
      for (const row of rows) found.set(row.id, row)
      if (rows.length === 0 || page * pageSize >= total) return [...found.values()]
      setPercent((page * pageSize * 100) / total)
    }
  }
  const start = async () => {
    const mine = new AbortController()
    going.current = mine
    setFailure(null)
    setPercent(0)
    const rows = await readAll(mine)
    setPercent(null)
    if (rows === null) return
    const lines = rows.flatMap((row) => {
      const line = lineOf(row)
      return line === null ? [] : [line]
    })
    saveFile(new File([csvOf([head, ...lines])], name, { type: 'text/csv' }))
    toast('assets:export.done', { count: lines.length })
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
      {failure !== null && (
        <p role="alert">{failure.kind === 'unknown' ? t('refusals:unreachable') : failureText(failure)}</p>
      )}
    </div>
  )
}
