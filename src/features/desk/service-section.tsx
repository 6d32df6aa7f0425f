import { talkStatus, type ServiceTalk, type TalkStatus } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useServices } from '#src/actors/services.tsx'
import { Paged } from '#src/parts/paged.tsx'
import { Box } from '#src/ui/box.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CasePage } from './case-page.tsx'
import { PickRow, RowLine } from './pick-row.tsx'
import { TalkView } from './talk-view.tsx'
import { useShown } from './use-shown.ts'

const size = 20
type Props = { readonly talkId: string; readonly onChoose: (id: string) => void; readonly onChanged: () => void }

/** Conversations with the customer service: who waits, who is answered, and the chosen one beside them. */
export function ServiceSection({ talkId, onChoose, onChanged }: Props) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const [status, setStatus] = useState<TalkStatus>('waiting')
  const refresh = useRef(async () => undefined)
  const list = (
    <>
      <Segmented
        label={t('statusLabel')}
        size="s"
        value={status}
        onChange={setStatus}
        options={talkStatus.options.map((value) => ({ value, label: t(`service.${value}`) }))}
      />
      <Paged
        by={status}
        read={(asked) => request.read(desk.service, { status, ...asked })}
        size={size}
        refresh={refresh}
        keyOf={({ id }) => id}
        render={(talk) => <TalkRow talk={talk} isChosen={talk.id === talkId} onChoose={onChoose} />}
        empty={{ text: t('service.none'), icon: 'check' }}
        rowHeight={72}
      />
    </>
  )
  return (
    <CasePage
      label={t('tabs.service')}
      list={list}
      refresh={refresh}
      empty={{ text: t('service.choose'), icon: 'chat' }}
    >
      {talkId === '' ? null : (
        <TalkView
          key={talkId}
          id={talkId}
          onClose={() => onChoose('')}
          onChanged={() => {
            void refresh.current()
            onChanged()
          }}
        />
      )}
    </CasePage>
  )
}

type RowProps = {
  readonly talk: ServiceTalk
  readonly isChosen: boolean
  readonly onChoose: (id: string) => void
}
function TalkRow({ talk, isChosen, onChoose }: RowProps) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  return (
    <PickRow isChosen={isChosen} onPick={() => onChoose(talk.id)}>
      <RowLine>
        <b>{talk.user.nickname}</b>
        <time>{shown.time(talk.last_ms)}</time>
      </RowLine>
      <Box as="span" size={2} isCut>
        {talk.last_text}
      </Box>
      <RowLine isSmall>
        <span>{talk.user.account}</span>
        {talk.agent !== null && <span>{t('service.by', { name: talk.agent.nickname })}</span>}
        {talk.status === 'taken' && talk.unanswered_ms !== null && <b>{t('service.unanswered')}</b>}
      </RowLine>
    </PickRow>
  )
}
