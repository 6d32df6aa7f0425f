import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go } from '#src/lib/hash-location.ts'
import { newKey } from '#src/lib/new-key.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'

/** Finds the chat with one person, opens it if there is none yet, and goes there. */
export function OpenWith({ user, hasBack }: { readonly user: string; readonly hasBack: boolean }) {
  const { t } = useTranslation('chat')
  const { request, serverNow } = useServices()
  // An existing chat is answered again, so asking twice opens one.
  const opened = useRead(`chat-with|${user}`, () =>
    request.change(chatGroups.createSingle, { toUser: user }, newKey(serverNow())),
  )
  const id = opened.value?.id ?? null
  useEffect(() => {
    if (id !== null) go(chatPaths.chattingOf(id), { replace: true })
  }, [id])
  const { failure } = opened
  const isStranger = failure?.kind === 'refused' && failure.reason === 'not_friend'
  return (
    <Page title={t('titles.chat')} hasBack={hasBack}>
      {isStranger ? (
        <Empty text={t('neverWrote')} icon="chat" />
      ) : failure === null ? (
        <Skeleton lines={6} height={48} />
      ) : (
        <ReadFailed failure={failure} onRetry={() => void opened.refresh()} />
      )}
    </Page>
  )
}
