import { Unread } from '#src/parts/loaded.tsx'
import { Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead, type ReadResult } from '#src/actors/use-read.ts'
import { formatMinute } from '#src/lib/format.ts'
import { QrCode, saveQr } from '#src/parts/qr-code.tsx'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { useMyId } from '#src/features/chat/use-chats.ts'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './qr.module.css'
import { useChatScan } from './use-chat-scan.ts'

/** My card: who scans it sees my profile and may ask to be friends. */
export function MyCode() {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const me = useMyId()
  const person = useRead(`my-code|${me}`, (signal) => request.read(chatFriends.friend, { friendId: me }, { signal }))
  const { value } = person
  return (
    <CodePage
      title={t('titles.qr')}
      read={person}
      file="kontor-card.png"
      text={value?.qrInfo ?? null}
      hint={t('qr.myHint')}
    >
      {value !== null && <Avatar id={me} name={value.userName} picture={value.headImg} size="l" />}
      <h2>{value?.userName}</h2>
      <p>{value !== null && t('numberOf', { number: value.chatNumber })}</p>
    </CodePage>
  )
}

/** The code with which others join a group. It is good for two hours and renewed before they are over. */
export function GroupCode({ chat }: { readonly chat: string }) {
  const { t, i18n } = useTranslation('chat')
  const { request, serverNow } = useServices()
  const info = useRead(`group-code|${chat}`, (signal) =>
    request.read(chatGroups.info, { chatGroupId: chat }, { signal }),
  )
  const { value, refresh } = info
  const untilMs = value?.qrExpireMs ?? 0
  useEffect(() => {
    if (untilMs === 0) return
    const look = () => untilMs - serverNow() < renewMs && void refresh()
    const timer = setInterval(look, lookMs)
    addEventListener('focus', look)
    return () => {
      clearInterval(timer)
      removeEventListener('focus', look)
    }
  }, [untilMs, serverNow, refresh])
  const group = value?.imGroup ?? null
  if (group?.chatGroupType === 'single')
    return (
      <Page title={t('titles.groupQr')}>
        <Empty text={t('gone.unknown')} icon="chat" />
      </Page>
    )
  return (
    <CodePage
      title={t('titles.groupQr')}
      read={info}
      file="kontor-group.png"
      text={value?.qrInfo ?? null}
      hint={t('qr.groupHint', { time: formatMinute(untilMs, i18n.language) })}
    >
      {group !== null && (
        <Avatar id={chat} name={group.chatGroupName} picture={group.chatGroupAvatar} isGroup size="l" />
      )}
      <h2>{group?.chatGroupName}</h2>
      <p>{group !== null && t('members', { count: group.memberCounts })}</p>
    </CodePage>
  )
}
const renewMs = 300_000
const lookMs = 15_000

type Props = {
  readonly title: string
  readonly read: ReadResult<unknown>
  readonly text: string | null
  readonly file: string
  readonly hint: string
  readonly children: ReactNode
}
function CodePage({ title, read, text, file, hint, children }: Props) {
  const { t } = useTranslation('chat')
  const scan = useChatScan()
  return (
    <Page title={title}>
      {read.value === null || text === null ? (
        <Unread read={read} lines={6} height={56} />
      ) : (
        <Stack gap={3} items="center" ground="raised" round={3} text="center" className={styles.card}>
          {children}
          <QrCode text={text} label={title} />
          <p className={styles.hint}>{hint}</p>
        </Stack>
      )}
      <Stack gap={3} above={4}>
        <Button isWide icon="scan" onClick={scan.open}>
          {t('qr.scan')}
        </Button>
        {text !== null && (
          <Button isWide kind="quiet" icon="download" onClick={() => void saveQr(text, file)}>
            {t('qr.save')}
          </Button>
        )}
      </Stack>
      {scan.sheet}
    </Page>
  )
}
