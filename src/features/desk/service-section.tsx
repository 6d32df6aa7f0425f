import { talkStatus, type ServiceTalk, type TalkStatus } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { TalkView } from './talk-view.tsx'
import { useEvery } from './use-every.ts'
import { useShown } from './use-shown.ts'

const size = 20
type Props = { readonly talkId: string; readonly onChoose: (id: string) => void; readonly onChanged: () => void }

/** Conversations with the customer service: who waits, who is answered, and the chosen one beside them. */
export function ServiceSection({ talkId, onChoose, onChanged }: Props) {
  const { t } = useTranslation('desk')
  const [status, setStatus] = useState<TalkStatus>('waiting')
  const [turn, setTurn] = useState(0)
  return (
    <div className={styles.queue} data-chosen={talkId !== '' || undefined}>
      <section className={styles.list} aria-label={t('tabs.service')}>
        <Segmented
          label={t('statusLabel')}
          size="s"
          value={status}
          onChange={setStatus}
          options={talkStatus.options.map((value) => ({ value, label: t(`service.${value}`) }))}
        />
        <Talks key={status} status={status} chosen={talkId} turn={turn} onChoose={onChoose} />
      </section>
      {talkId === '' ? (
        <div className={styles.nothing}>
          <Empty text={t('service.choose')} icon="chat" />
        </div>
      ) : (
        <TalkView
          key={talkId}
          id={talkId}
          onClose={() => onChoose('')}
          onChanged={() => {
            setTurn((now) => now + 1)
            onChanged()
          }}
        />
      )}
    </div>
  )
}

type TalksProps = {
  readonly status: TalkStatus
  readonly chosen: string
  readonly turn: number
  readonly onChoose: (id: string) => void
}
function Talks({ status, chosen, turn, onChoose }: TalksProps) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const shown = useShown()
  const pager = usePager<ServiceTalk>(async (page) => {
    const reply = await request.read(desk.service, { status, page, limit: size })
    if (!reply.ok) return reply
    const { list, count } = reply.value
    return { ok: true, value: { rows: list, isLast: list.length === 0 || page * size >= count } }
  })
  const { refresh } = pager
  useEvery(async () => refresh())
  const seen = useRef(turn)
  useEffect(() => {
    if (seen.current === turn) return
    seen.current = turn
    refresh()
  }, [turn, refresh])
  return (
    <PagedList
      pager={pager}
      keyOf={({ id }) => id}
      emptyText={t('service.none')}
      emptyIcon="check"
      rowHeight={72}
      render={(talk) => (
        <button
          type="button"
          className={styles.row}
          aria-current={talk.id === chosen || undefined}
          onClick={() => onChoose(talk.id)}
        >
          <span className={styles.rowHead}>
            <b>{talk.user.nickname}</b>
            <time>{shown.time(talk.last_ms)}</time>
          </span>
          <span className={styles.rowTitle}>{talk.last_text}</span>
          <span className={styles.rowText}>
            <span>{talk.user.account}</span>
            {talk.agent !== null && <span>{t('service.by', { name: talk.agent.nickname })}</span>}
            {talk.status === 'taken' && talk.unanswered_ms !== null && <b>{t('service.unanswered')}</b>}
          </span>
        </button>
      )}
    />
  )
}
