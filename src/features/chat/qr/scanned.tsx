import { Unread } from '#src/parts/loaded.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { qrEffectOf, type QrEffect } from '#contract/chat/chat-qr.ts'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { homePaths } from '#src/lib/paths/home.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Avatar } from '#src/features/chat/avatar.tsx'
import { useChats, useMyId } from '#src/features/chat/use-chats.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './qr.module.css'
import { useChatScan } from './use-chat-scan.ts'

/** What a scanned code would do. It says so first and does it when asked to; the venue checks the code again. */
export function Scanned({ text }: { readonly text: string }) {
  const { t } = useTranslation(['chat', 'refusals'])
  const { serverNow } = useServices()
  const scan = useChatScan()
  const [effect] = useState<QrEffect>(() => qrEffectOf(text, serverNow() || Date.now()))
  return (
    <Page title={t('chat:titles.scanned')}>
      {effect.kind === 'card' && <Card id={effect.userId} />}
      {effect.kind === 'group' && <Group effect={effect} text={text} />}
      {effect.kind === 'download' && (
        <Stack gap={3} items="center" ground="raised" round={3} text="center" className={styles.card}>
          <Box as="span" ground="accent" tone="accent" className={styles.mark}>
            <Icon name="phone" size={40} />
          </Box>
          <h2>{t('chat:qr.app')}</h2>
          <p className={styles.hint}>{t('chat:qr.appText')}</p>
          <Button isWide onClick={() => go(homePaths.home, { replace: true })}>
            {t('chat:qr.toHome')}
          </Button>
        </Stack>
      )}
      {effect.kind === 'fault' && (
        <Stack gap={3} items="center" ground="raised" round={3} text="center" className={styles.card}>
          <Box as="span" ground="accent" tone="accent" className={styles.mark} data-fault>
            <Icon name="warning" size={40} />
          </Box>
          <h2>{t(`refusals:${effect.fault}`)}</h2>
          <p className={styles.hint}>{t(`chat:qr.${effect.fault}`)}</p>
        </Stack>
      )}
      <Stack gap={3} above={4}>
        <Button isWide kind={effect.kind === 'fault' ? 'primary' : 'quiet'} icon="scan" onClick={scan.open}>
          {t('chat:qr.scanOther')}
        </Button>
      </Stack>
      {scan.sheet}
    </Page>
  )
}

function Card({ id }: { readonly id: string }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const me = useMyId()
  const person = useRead(`card|${id}`, (signal) => request.read(chatFriends.friend, { friendId: id }, { signal }))
  if (person.value === null) return <Unread read={person} lines={4} height={56} />
  const { userName, headImg, chatNumber, isFriend } = person.value
  return (
    <Stack gap={3} items="center" ground="raised" round={3} text="center" className={styles.card}>
      <Avatar id={id} name={userName} picture={headImg} size="l" />
      <h2>{userName}</h2>
      <p>{t('numberOf', { number: chatNumber })}</p>
      <p className={styles.hint}>
        {t(id === me ? 'qr.cardMine' : isFriend ? 'qr.cardFriend' : 'qr.cardText', { name: userName })}
      </p>
      <Button isWide icon="user" onClick={() => go(chatPaths.friendOf(id), { replace: true })}>
        {t('qr.openProfile')}
      </Button>
    </Stack>
  )
}

function Group({
  effect: { chatGroupId, name, fromUser },
  text,
}: {
  readonly effect: Extract<QrEffect, { kind: 'group' }>
  readonly text: string
}) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const { chats } = useChats()
  const own = chats?.find(({ id }) => id === chatGroupId) ?? null
  const from = useRead(`made-by|${fromUser}`, (signal) =>
    request.read(chatFriends.friend, { friendId: fromUser }, { signal }),
  )
  const join = useSubmit(chatGroups.joinByQr, {
    onDone: (value) => {
      toast(value?.joined === false ? 'chat:qr.wasMember' : 'chat:qr.joined')
      go(chatPaths.chattingOf(chatGroupId), { replace: true })
    },
  })
  const title = own?.group.chatGroupName ?? (name === '' ? t('qr.someGroup') : name)
  return (
    <Stack gap={3} items="center" ground="raised" round={3} text="center" className={styles.card}>
      <Avatar id={chatGroupId} name={title} picture={own?.group.chatGroupAvatar ?? null} isGroup size="l" />
      <h2>{title}</h2>
      {own !== null ? (
        <p>{t('members', { count: own.group.memberCounts })}</p>
      ) : (
        from.value !== null && <p>{t('qr.from', { who: from.value.friendName || from.value.userName })}</p>
      )}
      <p className={styles.hint}>{t(own === null ? 'qr.joinText' : 'qr.wasMember')}</p>
      <FormFailure failure={join.state === 'refused' ? join.failure : null} />
      {own === null ? (
        <Button
          isWide
          icon="people"
          isBusy={join.isBusy}
          mayRetry={join.state === 'refused'}
          onClick={() => join.send({ qrValue: text })}
        >
          {t('qr.join')}
        </Button>
      ) : (
        <Button isWide icon="chat" onClick={() => go(chatPaths.chattingOf(chatGroupId), { replace: true })}>
          {t('qr.openGroup')}
        </Button>
      )}
    </Stack>
  )
}
