import { useChange } from '#src/parts/use-change.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { chatLimits, type Member } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddMembersSheet } from './sheets/add-members-sheet.tsx'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'
import { FilesSheet } from '#src/features/chat/sharing/files-sheet.tsx'
import { GroupTextSheet } from './sheets/group-text-sheet.tsx'
import { MemberMenu } from './member-menu.tsx'
import { SearchSheet } from './search-sheet.tsx'
import { useChatChanges, useChats } from './use-chats.ts'

type Open = 'name' | 'notice' | 'max' | 'add' | 'search' | 'files' | 'clear' | 'quit' | 'dissolve'
const shownFirst = 10

type Head = NonNullable<ReturnType<typeof useChats>['chats']>[number]['group']
/** Changes with what a group says of itself. */
const headOf = (group: Head | undefined) =>
  group &&
  [
    group.chatGroupName,
    group.chatNotice,
    group.memberCounts,
    group.chatGroupStatus,
    group.memberType,
    group.maxCount,
  ].join('|')

/** A group: who belongs to it, what it is called, what I have set for it, and how one leaves. */
export function DetailPage() {
  const { t } = useTranslation('chat')
  const { chatGroupId: chat = '' } = useQuery()
  const { request } = useServices()
  const change = useChange()
  const { chats } = useChats()
  const row = chats?.find(({ id }) => id === chat) ?? null
  const about = row?.group
  const info = useRead(`group|${chat}|${headOf(about)}`, (signal) =>
    request.read(chatGroups.info, { chatGroupId: chat }, { signal }),
  )
  const members = useRead(`members|${chat}|${about?.memberCounts}`, (signal) =>
    request.read(chatGroups.members, { chatGroupId: chat }, { signal }),
  )
  const [open, setOpen] = useState<Open | null>(null)
  const [word, setWord] = useState('')
  const [hasAll, setHasAll] = useState(false)
  const [asked, setAsked] = useState<Member | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const { pin, mute } = useChatChanges()
  const group = info.value?.imGroup ?? about ?? null
  if (group === null)
    return (
      <Page title={t('titles.detail')}>
        {info.failure === null ? (
          <Skeleton lines={6} height={56} />
        ) : (
          <ReadFailed failure={info.failure} onRetry={() => void info.refresh()} />
        )}
      </Page>
    )
  if (group.chatGroupType === 'single')
    return (
      <Page title={t('titles.detail')}>
        <Empty text={t('gone.unknown')} icon="chat" />
      </Page>
    )
  const isAdmin = group.memberType !== 'member'
  const isOwner = group.memberType === 'owner'
  const sought = word.trim().toLocaleLowerCase()
  const found = (members.value ?? []).filter(({ userName }) => userName.toLocaleLowerCase().includes(sought))
  const shown = hasAll || sought !== '' ? found : found.slice(0, shownFirst)
  const again = async () => {
    await Promise.all([info.refresh(), members.refresh()])
  }
  const run = async (work: Promise<boolean>, after?: () => void) => {
    setIsBusy(true)
    const isDone = await work
    setIsBusy(false)
    setOpen(null)
    if (isDone) after?.()
  }
  const leave = () => go(chatPaths.chats, { replace: true })
  const ends = {
    clear: () => run(change(chatMessages.clear, { chatGroupId: chat }), () => toast('chat:cleared')),
    quit: () => run(change(chatGroups.quit, { chatGroupId: chat }), leave),
    dissolve: () => run(change(chatGroups.dissolve, { chatGroupId: chat }), leave),
  } as const
  const end = open === 'clear' || open === 'quit' || open === 'dissolve' ? open : null
  return (
    <Page title={t('titles.detail')} onRefresh={again}>
      <Stack gap={2} blockPad={4} items="center" text="center" className={styles.profile}>
        <Avatar id={chat} name={group.chatGroupName} picture={group.chatGroupAvatar} isGroup size="l" />
        <h2>{group.chatGroupName}</h2>
        <p>{t('members', { count: group.memberCounts })}</p>
      </Stack>
      {(group.chatNotice !== '' || isAdmin) && (
        <section className={styles.block} aria-label={t('notice')}>
          <h3>
            {t('notice')}
            {isAdmin && (
              <Button kind="text" size="s" onClick={() => setOpen('notice')}>
                {t('edit')}
              </Button>
            )}
          </h3>
          <Box as="p" tone={2} isPre breaks dir="auto">
            {group.chatNotice === '' ? t('noNotice') : group.chatNotice}
          </Box>
        </section>
      )}
      <section className={styles.block} aria-label={t('memberList')}>
        <h3>
          {t('memberList')}
          <Button kind="text" size="s" icon="plus" onClick={() => setOpen('add')}>
            {t('addMembers')}
          </Button>
        </h3>
        {(members.value?.length ?? 0) > shownFirst && (
          <div className={styles.searchIn}>
            <SearchBox label={t('findPerson')} value={word} onChange={setWord} />
          </div>
        )}
        {members.value === null ? (
          members.failure === null ? (
            <Skeleton lines={4} height={52} />
          ) : (
            <ReadFailed failure={null} onRetry={() => void members.refresh()} />
          )
        ) : (
          <ul>
            {shown.map((member) => (
              <li key={member.id}>
                <button type="button" className={styles.friendLink} onClick={() => setAsked(member)}>
                  <Avatar id={member.userId} name={member.userName} picture={member.userAvatar} size="s" />
                  <span className={styles.pickName}>{member.userName}</span>
                  {member.isStaff && (
                    <span className={styles.staff}>
                      <Icon name="shield" size={14} />
                      {t('staff')}
                    </span>
                  )}
                  {member.isBot && <span className={styles.tag}>{t('bot')}</span>}
                  {member.mutedUntilMs !== null && <span className={styles.tag}>{t('silenced')}</span>}
                  {member.memberType !== 'member' && (
                    <span className={styles.tag}>{t(`roles.${member.memberType}`)}</span>
                  )}
                </button>
              </li>
            ))}
          </ul>
        )}
        {!hasAll && sought === '' && found.length > shownFirst && (
          <Button kind="text" isWide onClick={() => setHasAll(true)}>
            {t('allMembers', { count: found.length })}
          </Button>
        )}
      </section>
      <section className={styles.block} aria-label={t('mySettings')}>
        <Choice
          label={t('mute')}
          isOn={row?.isMuted ?? group.memberTipStatus}
          onChange={(isOn) => void mute(chat, isOn)}
        />
        <Choice
          label={t('pin')}
          isOn={row?.isPinned ?? group.memberTopFlag}
          onChange={(isOn) => void pin(chat, isOn)}
        />
        {isAdmin && (
          <Choice
            label={t('muteAll')}
            isOn={group.chatGroupStatus === 'muted'}
            onChange={(isOn) =>
              void run(
                change(chatGroups.setStatus, { id: chat, chatGroupStatus: isOn ? 'muted' : 'normal' }),
                () => void info.refresh(),
              )
            }
          />
        )}
        <Button kind="quiet" isWide icon="qr" onClick={() => go(chatPaths.groupQrOf(chat))}>
          {t('titles.groupQr')}
        </Button>
        <Button kind="quiet" isWide icon="search" onClick={() => setOpen('search')}>
          {t('searchIn')}
        </Button>
        <Button kind="quiet" isWide icon="picture" onClick={() => setOpen('files')}>
          {t('files.title')}
        </Button>
        {isAdmin && (
          <Button kind="quiet" isWide icon="edit" onClick={() => setOpen('name')}>
            {t('groupName')}
          </Button>
        )}
        {isAdmin && (
          <Button kind="quiet" isWide icon="people" onClick={() => setOpen('max')}>
            {t('maxMembers', { count: group.maxCount === -1 ? chatLimits.members : group.maxCount })}
          </Button>
        )}
      </section>
      <Stack gap={3} above={6}>
        <Button kind="quiet" isWide onClick={() => setOpen('clear')}>
          {t('clear')}
        </Button>
        {isOwner ? (
          <Button kind="danger" isWide onClick={() => setOpen('dissolve')}>
            {t('dissolve')}
          </Button>
        ) : (
          <Button kind="danger" isWide onClick={() => setOpen('quit')}>
            {t('quit')}
          </Button>
        )}
      </Stack>
      {(open === 'name' || open === 'notice' || open === 'max') && (
        <GroupTextSheet
          what={open}
          group={group}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void info.refresh()
          }}
        />
      )}
      {open === 'add' && (
        <AddMembersSheet
          chat={chat}
          onClose={() => setOpen(null)}
          onDone={() => {
            setOpen(null)
            void again()
          }}
        />
      )}
      {open === 'search' && (
        <SearchSheet chat={chat} onClose={() => setOpen(null)} onGo={(n) => go(chatPaths.messageOf(chat, n))} />
      )}
      {open === 'files' && <FilesSheet chat={chat} onClose={() => setOpen(null)} />}
      <MemberMenu member={asked} group={group} onClose={() => setAsked(null)} onChanged={again} />
      <ConfirmDialog
        isOpen={end !== null}
        title={t(end === 'clear' ? 'clearTitle' : `${end ?? 'quit'}Title`)}
        confirm={t(end === 'clear' ? 'clear' : end === 'quit' ? 'quit' : 'dissolve')}
        kind="danger"
        isBusy={isBusy}
        onClose={() => setOpen(null)}
        onConfirm={() => end !== null && void ends[end]()}
      >
        {end !== null && t(`${end}Text`)}
      </ConfirmDialog>
    </Page>
  )
}

function Choice({
  label,
  isOn,
  onChange,
}: {
  readonly label: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
}) {
  return (
    <Row as="span" justify="between" className={styles.choice}>
      <span aria-hidden="true">{label}</span>
      <Switch label={label} isOn={isOn} onChange={onChange} />
    </Row>
  )
}
