import type { OutputOf } from '#contract/wire/endpoint.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { useBusy } from '#src/parts/use-busy.ts'
import { PersonTags, WayLine } from '#src/features/chat/people.tsx'
import { useChange } from '#src/parts/use-change.ts'
import { Box, Card, Row, Stack } from '#src/ui/box.tsx'
import { chatFriends } from '#contract/chat/chat-friends.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { Page } from '#src/ui/page.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '#src/features/chat/avatar.tsx'
import styles from '#src/features/chat/chat.module.css'
import { FilesSheet } from '#src/features/chat/sharing/files-sheet.tsx'
import { useMyId } from '#src/features/chat/use-chats.ts'
import { GiveCardSheet } from '#src/features/chat/sharing/give-card-sheet.tsx'

const maxName = 20
const maxWords = 60

type Friend = OutputOf<typeof chatFriends.friend>
type Open = 'apply' | 'name' | 'remove' | 'block' | 'card' | 'files'

/** Somebody of the community: who they are, and what I may do. */
export function ProfilePage() {
  const { t } = useTranslation('chat')
  const { id = '' } = useQuery()
  const { request, feeds } = useServices()
  const me = useMyId()
  const person = useRead(`person|${id}`, (signal) => request.read(chatFriends.friend, { friendId: id }, { signal }))
  const { refresh } = person
  useEffect(() => {
    // An answer to my request, a request of theirs, the end of a friendship.
    const heard = feeds.friend$.subscribe(() => void refresh())
    heard.add(feeds.apply$.subscribe(() => void refresh()))
    return () => heard.unsubscribe()
  }, [feeds, refresh])
  return (
    <Page title={t('titles.profile')}>
      <Loaded read={person} lines={4} height={56}>
        {(friend) => (
          <>
            <Face friend={friend} />
            {friend.friendId === me ? <Own /> : <Other friend={friend} onChanged={refresh} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

const nameOf = ({ friendName, userName }: Friend) => friendName || userName

function Face({ friend }: { readonly friend: Friend }) {
  const { t } = useTranslation('chat')
  const { friendId, friendName, userName, headImg, mobile, chatNumber, address, signature } = friend
  const facts = [
    { name: t('chatNumber'), value: chatNumber },
    { name: t('mobile'), value: mobile },
    { name: t('region'), value: address, isFree: true },
    { name: t('signature'), value: signature, isFree: true },
  ]
  return (
    <>
      <Stack gap={2} blockPad={4} items="center" text="center" className={styles.profile}>
        <Avatar id={friendId} name={nameOf(friend)} picture={headImg} size="l" />
        <h2>{nameOf(friend)}</h2>
        {friendName !== '' && friendName !== userName && <p>{userName}</p>}
        <Row as="p" gap={2} align="stretch">
          <PersonTags isStaff={friend.isStaff} isBot={friend.isBot} isBlocked={friend.isBlocked} />
        </Row>
        {friend.isBot && (
          <Box as="p" below={3} above={3} tone={2} size={3} text="center">
            {t('botNote')}
          </Box>
        )}
      </Stack>
      <Stack as="dl" sidePad={4} below={6} ground="raised" round={3} className={styles.facts}>
        {facts.map(
          ({ name, value, isFree }) =>
            value !== null &&
            value !== '' && (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir={isFree ? 'auto' : undefined}>{value}</dd>
              </div>
            ),
        )}
      </Stack>
    </>
  )
}

function Own() {
  const { t } = useTranslation('chat')
  return (
    <Card above={6} sidePad={4} isRuled>
      <WayLine icon="qr" label={t('titles.qr')} to={chatPaths.qr} />
      <WayLine icon="wallet" label={t('account.mine')} to={chatPaths.tabOf('account')} />
    </Card>
  )
}

type OtherProps = { readonly friend: Friend; readonly onChanged: () => Promise<void> }
/** What I may do with somebody else. */
function Other({ friend, onChanged }: OtherProps) {
  const change = useChange()
  const { isBusy, run } = useBusy()
  const [open, setOpen] = useState<Open | null>(null)
  const end = async (work: Promise<boolean>, done?: string) => {
    if (!(await run(work))) return
    setOpen(null)
    if (done !== undefined) toast(`chat:${done}`)
    await onChanged()
  }
  const { friendId, chatGroupId } = friend
  const close = () => setOpen(null)
  const talk = () =>
    chatGroupId !== null
      ? go(chatPaths.chattingOf(chatGroupId))
      : void end(
          change(chatGroups.createSingle, { toUser: friendId }, (made) =>
            go(made === null ? chatPaths.chats : chatPaths.chattingOf(made.id)),
          ),
        )
  const unblock = () => void end(change(chatFriends.block, { friendId, blockFlag: false }))
  const sheet = { friend, isBusy, onClose: close, onEnd: end }
  return (
    <>
      <Ways friend={friend} isBusy={isBusy && open === null} onOpen={setOpen} onTalk={talk} onUnblock={unblock} />
      {(open === 'apply' || open === 'name') && <WordsSheet key={open} what={open} {...sheet} />}
      {open === 'card' && <GiveCardSheet id={friendId} name={nameOf(friend)} onClose={close} />}
      {open === 'files' && chatGroupId !== null && <FilesSheet chat={chatGroupId} onClose={close} />}
      <EndDialog what={open === 'remove' || open === 'block' ? open : null} {...sheet} />
    </>
  )
}

type WaysProps = {
  readonly friend: Friend
  readonly isBusy: boolean
  readonly onOpen: (what: Open) => void
  readonly onTalk: () => void
  readonly onUnblock: () => void
}
function Ways({ friend, isBusy, onOpen, onTalk, onUnblock }: WaysProps) {
  const { t } = useTranslation('chat')
  const { isFriend, isBlocked, isStaff, apply, chatGroupId } = friend
  return (
    <Stack gap={3} above={6}>
      {(isFriend || isStaff || chatGroupId !== null) && (
        <Button isWide icon="chat" isBusy={isBusy} onClick={onTalk}>
          {t('sendMessage')}
        </Button>
      )}
      {!isFriend && apply === null && !isBlocked && (
        <Button isWide kind={isStaff ? 'quiet' : 'primary'} icon="plus" onClick={() => onOpen('apply')}>
          {t('addFriend')}
        </Button>
      )}
      {!isFriend && apply === 'mine' && (
        <Box as="p" below={3} above={3} tone={2} size={3} text="center" role="status">
          {t('applied')}
        </Box>
      )}
      {!isFriend && apply === 'theirs' && (
        <Button isWide onClick={() => go(chatPaths.newFriend)}>
          {t('answerApply')}
        </Button>
      )}
      <Card sidePad={4} isRuled>
        <WayLine icon="share" label={t('card.give')} to={() => onOpen('card')} />
        {chatGroupId !== null && <WayLine icon="picture" label={t('files.title')} to={() => onOpen('files')} />}
        {isFriend && <WayLine icon="edit" label={t('setName')} to={() => onOpen('name')} />}
        <WayLine
          icon="eye-off"
          label={t(isBlocked ? 'unblock' : 'block')}
          to={() => (isBlocked ? onUnblock() : onOpen('block'))}
        />
      </Card>
      {isFriend && (
        <Button isWide kind="danger" onClick={() => onOpen('remove')}>
          {t('removeFriend')}
        </Button>
      )}
    </Stack>
  )
}

type SheetProps = {
  readonly friend: Friend
  readonly isBusy: boolean
  readonly onClose: () => void
  readonly onEnd: (work: Promise<boolean>, done?: string) => Promise<void>
}
/** The words of a request, or what I call somebody. */
function WordsSheet({ what, friend, isBusy, onClose, onEnd }: SheetProps & { readonly what: 'apply' | 'name' }) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const { friendId, friendName } = friend
  const isApply = what === 'apply'
  const [text, setText] = useState(isApply ? '' : friendName)
  const typed = text.trim()
  const send = () =>
    isApply
      ? onEnd(change(chatFriends.apply, { friendId, ...(typed !== '' && { description: typed }) }), 'applyDone')
      : onEnd(change(chatFriends.remark, { friendId, friendName: typed }), 'saved')
  return (
    <Sheet
      title={t(isApply ? 'applyTo' : 'setName', { name: nameOf(friend) })}
      isOpen
      onClose={onClose}
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry onClick={() => void send()}>
          {t(isApply ? 'sendApply' : 'save')}
        </Button>
      }
    >
      <Field
        label={t(isApply ? 'applyWords' : 'nameForThem')}
        value={text}
        onChange={setText}
        maxLength={isApply ? maxWords : maxName}
        hint={t(isApply ? 'applyHint' : 'nameHint')}
      />
    </Sheet>
  )
}
function EndDialog({
  what,
  friend,
  isBusy,
  onClose,
  onEnd,
}: SheetProps & { readonly what: 'remove' | 'block' | null }) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const { friendId } = friend
  const isBlock = what === 'block'
  const end = () =>
    onEnd(isBlock ? change(chatFriends.block, { friendId, blockFlag: true }) : change(chatFriends.remove, { friendId }))
  return (
    <ConfirmDialog
      isOpen={what !== null}
      title={t(isBlock ? 'blockTitle' : 'removeTitle', { name: nameOf(friend) })}
      confirm={t(isBlock ? 'block' : 'removeFriend')}
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => void end()}
    >
      {t(isBlock ? 'blockText' : 'removeText')}
    </ConfirmDialog>
  )
}
