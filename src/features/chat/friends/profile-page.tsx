import { useChange } from '#src/parts/use-change.ts'
import { Row, Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import styles from '#src/features/chat/chat.module.css'
import { FilesSheet } from '#src/features/chat/sharing/files-sheet.tsx'
import { useMyId } from '#src/features/chat/use-chats.ts'
import { GiveCardSheet } from '#src/features/chat/sharing/give-card-sheet.tsx'

const maxName = 20
const maxWords = 60

/** Somebody of the community: who they are, and what I may do. */
export function ProfilePage() {
  const { t } = useTranslation('chat')
  const { id = '' } = useQuery()
  const { request, feeds } = useServices()
  const change = useChange()
  const me = useMyId()
  const person = useRead(`person|${id}`, (signal) => request.read(chatFriends.friend, { friendId: id }, { signal }))
  const { refresh } = person
  useEffect(() => {
    // An answer to my request, a request of theirs, the end of a friendship.
    const heard = feeds.friend$.subscribe(() => void refresh())
    heard.add(feeds.apply$.subscribe(() => void refresh()))
    return () => heard.unsubscribe()
  }, [feeds, refresh])
  const [open, setOpen] = useState<'apply' | 'name' | 'remove' | 'block' | 'card' | 'files' | null>(null)
  const [text, setText] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const run = async (work: Promise<boolean>, done?: string) => {
    setIsBusy(true)
    const isDone = await work
    setIsBusy(false)
    if (!isDone) return
    setOpen(null)
    if (done !== undefined) toast(`chat:${done}`)
    await person.refresh()
  }
  if (person.value === null) {
    return (
      <Page title={t('titles.profile')}>
        {person.failure === null ? (
          <Skeleton lines={4} height={56} />
        ) : (
          <ReadFailed failure={person.failure} onRetry={() => void person.refresh()} />
        )}
      </Page>
    )
  }
  const {
    friendId,
    friendName,
    userName,
    headImg,
    mobile,
    chatNumber,
    address,
    signature,
    isFriend,
    isBlocked,
    isBot,
    isStaff,
    apply,
    chatGroupId,
  } = person.value
  const name = friendName || userName
  const talk = () =>
    chatGroupId !== null
      ? go(chatPaths.chattingOf(chatGroupId))
      : void run(
          change(chatGroups.createSingle, { toUser: friendId }, (made) =>
            go(made === null ? chatPaths.chats : chatPaths.chattingOf(made.id)),
          ),
        )
  const begin = (what: 'apply' | 'name') => {
    setText(what === 'name' ? friendName : '')
    setOpen(what)
  }
  return (
    <Page title={t('titles.profile')}>
      <Stack gap={2} blockPad={4} items="center" text="center" className={styles.profile}>
        <Avatar id={friendId} name={name} picture={headImg} size="l" />
        <h2>{name}</h2>
        {friendName !== '' && friendName !== userName && <p>{userName}</p>}
        <Row as="p" gap={2} align="stretch">
          {isStaff && (
            <span className={styles.staff}>
              <Icon name="shield" size={14} />
              {t('staff')}
            </span>
          )}
          {isBot && <span className={styles.tag}>{t('bot')}</span>}
          {isBlocked && <span className={styles.tag}>{t('blocked')}</span>}
        </Row>
        {isBot && <p className={styles.hint}>{t('botNote')}</p>}
      </Stack>
      <Stack as="dl" sidePad={4} below={6} ground="raised" round={3} className={styles.facts}>
        <div>
          <dt>{t('chatNumber')}</dt>
          <dd>{chatNumber}</dd>
        </div>
        {mobile !== null && (
          <div>
            <dt>{t('mobile')}</dt>
            <dd>{mobile}</dd>
          </div>
        )}
        {address !== null && address !== '' && (
          <div>
            <dt>{t('region')}</dt>
            <dd dir="auto">{address}</dd>
          </div>
        )}
        {signature !== null && signature !== '' && (
          <div>
            <dt>{t('signature')}</dt>
            <dd dir="auto">{signature}</dd>
          </div>
        )}
      </Stack>
      {friendId === me && (
        <Stack gap={3} above={6}>
          <Button isWide kind="quiet" icon="qr" onClick={() => go(chatPaths.qr)}>
            {t('titles.qr')}
          </Button>
          <Button isWide kind="quiet" icon="wallet" onClick={() => go(chatPaths.tabOf('account'))}>
            {t('account.mine')}
          </Button>
        </Stack>
      )}
      {friendId !== me && (
        <Stack gap={3} above={6}>
          {(isFriend || isStaff || chatGroupId !== null) && (
            <Button isWide icon="chat" isBusy={isBusy && open === null} onClick={talk}>
              {t('sendMessage')}
            </Button>
          )}
          {!isFriend && apply === null && !isBlocked && (
            <Button isWide kind={isStaff ? 'quiet' : 'primary'} icon="plus" onClick={() => begin('apply')}>
              {t('addFriend')}
            </Button>
          )}
          {!isFriend && apply === 'mine' && (
            <p className={styles.hint} role="status">
              {t('applied')}
            </p>
          )}
          {!isFriend && apply === 'theirs' && (
            <Button isWide onClick={() => go(chatPaths.newFriend)}>
              {t('answerApply')}
            </Button>
          )}
          <Button isWide kind="quiet" icon="share" onClick={() => setOpen('card')}>
            {t('card.give')}
          </Button>
          {chatGroupId !== null && (
            <Button isWide kind="quiet" icon="picture" onClick={() => setOpen('files')}>
              {t('files.title')}
            </Button>
          )}
          {isFriend && (
            <Button isWide kind="quiet" icon="edit" onClick={() => begin('name')}>
              {t('setName')}
            </Button>
          )}
          <Button
            isWide
            kind="quiet"
            isBusy={isBusy && open === null}
            onClick={() =>
              isBlocked ? void run(change(chatFriends.block, { friendId, blockFlag: false })) : setOpen('block')
            }
          >
            {t(isBlocked ? 'unblock' : 'block')}
          </Button>
          {isFriend && (
            <Button isWide kind="danger" onClick={() => setOpen('remove')}>
              {t('removeFriend')}
            </Button>
          )}
        </Stack>
      )}
      <Sheet
        title={t(open === 'apply' ? 'applyTo' : 'setName', { name })}
        isOpen={open === 'apply' || open === 'name'}
        onClose={() => setOpen(null)}
        isHeld={isBusy}
        footer={
          <Button
            isWide
            isBusy={isBusy}
            mayRetry
            onClick={() =>
              void (open === 'apply'
                ? run(
                    change(chatFriends.apply, { friendId, ...(text.trim() !== '' && { description: text.trim() }) }),
                    'applyDone',
                  )
                : run(change(chatFriends.remark, { friendId, friendName: text.trim() }), 'saved'))
            }
          >
            {t(open === 'apply' ? 'sendApply' : 'save')}
          </Button>
        }
      >
        <Field
          label={t(open === 'apply' ? 'applyWords' : 'nameForThem')}
          value={text}
          onChange={setText}
          maxLength={open === 'apply' ? maxWords : maxName}
          hint={open === 'apply' ? t('applyHint') : t('nameHint')}
        />
      </Sheet>
      {open === 'card' && <GiveCardSheet id={friendId} name={name} onClose={() => setOpen(null)} />}
      {open === 'files' && chatGroupId !== null && <FilesSheet chat={chatGroupId} onClose={() => setOpen(null)} />}
      <ConfirmDialog
        isOpen={open === 'remove' || open === 'block'}
        title={t(open === 'block' ? 'blockTitle' : 'removeTitle', { name })}
        confirm={t(open === 'block' ? 'block' : 'removeFriend')}
        kind="danger"
        isBusy={isBusy}
        onClose={() => setOpen(null)}
        onConfirm={() =>
          void run(
            open === 'block'
              ? change(chatFriends.block, { friendId, blockFlag: true })
              : change(chatFriends.remove, { friendId }),
          )
        }
      >
        {t(open === 'block' ? 'blockText' : 'removeText')}
      </ConfirmDialog>
    </Page>
  )
}
