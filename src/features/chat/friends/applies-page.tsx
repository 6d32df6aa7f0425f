import { Unread } from '#src/parts/loaded.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { Row } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import type { FriendApply } from '#contract/chat/chat-people.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonLine, Tag } from '#src/features/chat/people.tsx'
import { useWhen } from '#src/features/chat/use-chats.ts'

/** Requests to become friends, with an answer to those that are open. */
export function AppliesPage() {
  const { t } = useTranslation('chat')
  const { request, feeds } = useServices()
  const applies = useRead('all-applies', (signal) => request.read(chatFriends.applies, {}, { signal }))
  const { refresh } = applies
  useEffect(() => {
    const subscription = feeds.apply$.subscribe(() => void refresh())
    return () => subscription.unsubscribe()
  }, [feeds, refresh])
  return (
    <Page title={t('titles.applies')} onRefresh={refresh}>
      {applies.value === null ? (
        <Unread read={applies} lines={4} height={64} />
      ) : applies.value.length === 0 ? (
        <Empty text={t('noApplies')} icon="user">
          <Button kind="quiet" onClick={() => go(chatPaths.searchFriend)}>
            {t('titles.search')}
          </Button>
        </Empty>
      ) : (
        <ul>
          {applies.value.map((apply) => (
            <li key={apply.applyId}>
              <Apply apply={apply} onChanged={refresh} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  )
}

function Apply({ apply, onChanged }: { readonly apply: FriendApply; readonly onChanged: () => Promise<void> }) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const when = useWhen()
  const [busy, setBusy] = useState<'accepted' | 'refused' | null>(null)
  const answer = async (status: 'accepted' | 'refused') => {
    setBusy(status)
    await change(chatFriends.answer, { applyUserId: apply.id, status, expect: 'pending' })
    setBusy(null)
    await onChanged()
  }
  return (
    <Row gap={3} line="bottom">
      <PersonLine
        id={apply.id}
        name={apply.userName}
        picture={apply.avatar}
        note={<small dir="auto">{apply.remark === '' ? when.short(apply.createMs) : apply.remark}</small>}
      />
      {apply.status === 'pending' ? (
        <Row as="span" gap={2} align="stretch" keeps>
          <Button
            size="s"
            kind="quiet"
            isBusy={busy === 'refused'}
            disabled={busy !== null}
            onClick={() => void answer('refused')}
          >
            {t('refuse')}
          </Button>
          <Button
            size="s"
            isBusy={busy === 'accepted'}
            disabled={busy !== null}
            onClick={() => void answer('accepted')}
          >
            {t('accept')}
          </Button>
        </Row>
      ) : (
        <Tag>{t(`applyStatus.${apply.status}`)}</Tag>
      )}
    </Row>
  )
}
