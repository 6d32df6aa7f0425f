import { useChange } from '#src/parts/use-change.ts'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { chatLimits, type ImGroup, type Member } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead, type ReadResult } from '#src/actors/use-read.ts'
import { Loaded, Unread } from '#src/parts/loaded.tsx'
import { useBusy } from '#src/parts/use-busy.ts'
import type { ChatRow } from '#streams/chat/list.ts'
import { go, useQuery } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { SearchBox } from '#src/parts/search-box.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AddMembersSheet } from './sheets/add-members-sheet.tsx'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'
import { FilesSheet } from '#src/features/chat/sharing/files-sheet.tsx'
import { GroupTextSheet } from './sheets/group-text-sheet.tsx'
import { PersonTags, Tag, WayLine } from './people.tsx'
import { MemberMenu } from './member-menu.tsx'
import { SearchSheet } from './search-sheet.tsx'
import { useChatChanges, useChats } from './use-chats.ts'

type End = 'clear' | 'quit' | 'dissolve'
type Open = 'name' | 'notice' | 'max' | 'add' | 'search' | 'files' | End
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
  const [asked, setAsked] = useState<Member | null>(null)
  const group = info.value?.imGroup ?? about ?? null
  if (group === null)
    return (
      <Page title={t('titles.detail')}>
        <Unread read={info} lines={6} height={56} />
      </Page>
    )
  if (group.chatGroupType === 'single')
    return (
      <Page title={t('titles.detail')}>
        <Empty text={t('gone.unknown')} icon="chat" />
      </Page>
    )
  const again = async () => {
    await Promise.all([info.refresh(), members.refresh()])
  }
  return (
    <Page title={t('titles.detail')} onRefresh={again}>
      <Stack gap={2} blockPad={4} items="center" text="center" className={styles.profile}>
        <Avatar id={chat} name={group.chatGroupName} picture={group.chatGroupAvatar} isGroup size="l" />
        <h2>{group.chatGroupName}</h2>
        <p>{t('members', { count: group.memberCounts })}</p>
      </Stack>
      <NoticeBlock group={group} onOpen={setOpen} />
      <Members read={members} onAdd={() => setOpen('add')} onAsk={setAsked} />
      <Settings group={group} row={row} onOpen={setOpen} onChanged={() => void info.refresh()} />
      <Stack gap={3} above={6}>
        <Button kind="quiet" isWide onClick={() => setOpen('clear')}>
          {t('clear')}
        </Button>
        <Button kind="danger" isWide onClick={() => setOpen(group.memberType === 'owner' ? 'dissolve' : 'quit')}>
          {t(group.memberType === 'owner' ? 'dissolve' : 'quit')}
        </Button>
      </Stack>
      <Sheets open={open} group={group} onClose={() => setOpen(null)} onInfo={info.refresh} onAll={again} />
      <MemberMenu member={asked} group={group} onClose={() => setAsked(null)} onChanged={again} />
      <EndDialog chat={chat} end={isEnd(open) ? open : null} onClose={() => setOpen(null)} />
    </Page>
  )
}
const isEnd = (open: Open | null): open is End => open === 'clear' || open === 'quit' || open === 'dissolve'

type BlockProps = { readonly group: ImGroup; readonly onOpen: (what: Open) => void }
function NoticeBlock({ group: { chatNotice, memberType }, onOpen }: BlockProps) {
  const { t } = useTranslation('chat')
  const isAdmin = memberType !== 'member'
  if (chatNotice === '' && !isAdmin) return null
  return (
    <section className={styles.block} aria-label={t('notice')}>
      <h3>
        {t('notice')}
        {isAdmin && (
          <Button kind="text" size="s" onClick={() => onOpen('notice')}>
            {t('edit')}
          </Button>
        )}
      </h3>
      <Box as="p" tone={2} isPre breaks dir="auto">
        {chatNotice === '' ? t('noNotice') : chatNotice}
      </Box>
    </section>
  )
}

type MembersProps = {
  readonly read: ReadResult<readonly Member[]>
  readonly onAdd: () => void
  readonly onAsk: (member: Member) => void
}
function Members({ read, onAdd, onAsk }: MembersProps) {
  const { t } = useTranslation('chat')
  const [word, setWord] = useState('')
  const [hasAll, setHasAll] = useState(false)
  const sought = word.trim().toLocaleLowerCase()
  const found = (read.value ?? []).filter(({ userName }) => userName.toLocaleLowerCase().includes(sought))
  const shown = hasAll || sought !== '' ? found : found.slice(0, shownFirst)
  return (
    <section className={styles.block} aria-label={t('memberList')}>
      <h3>
        {t('memberList')}
        <Button kind="text" size="s" icon="plus" onClick={onAdd}>
          {t('addMembers')}
        </Button>
      </h3>
      {(read.value?.length ?? 0) > shownFirst && (
        <Box below={3} above={3}>
          <SearchBox label={t('findPerson')} value={word} onChange={setWord} />
        </Box>
      )}
      <Loaded read={read} lines={4} height={52}>
        {() => (
          <ul>
            {shown.map((member) => (
              <li key={member.id}>
                <button type="button" className={styles.friendLink} onClick={() => onAsk(member)}>
                  <Avatar id={member.userId} name={member.userName} picture={member.userAvatar} size="s" />
                  <span className={styles.pickName}>{member.userName}</span>
                  <PersonTags isStaff={member.isStaff} isBot={member.isBot} />
                  {member.mutedUntilMs !== null && <Tag>{t('silenced')}</Tag>}
                  {member.memberType !== 'member' && <Tag>{t(`roles.${member.memberType}`)}</Tag>}
                </button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {!hasAll && sought === '' && found.length > shownFirst && (
        <Button kind="text" isWide onClick={() => setHasAll(true)}>
          {t('allMembers', { count: found.length })}
        </Button>
      )}
    </section>
  )
}

type SettingsProps = BlockProps & { readonly row: ChatRow | null; readonly onChanged: () => void }
/** What I have set for myself, and what an admin sets for all. */
function Settings({ group, row, onOpen, onChanged }: SettingsProps) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const { pin, mute } = useChatChanges()
  const { id, memberType, maxCount } = group
  const isAdmin = memberType !== 'member'
  const muteAll = async (isOn: boolean) => {
    if (await change(chatGroups.setStatus, { id, chatGroupStatus: isOn ? 'muted' : 'normal' })) onChanged()
  }
  const ways = [
    { icon: 'qr', label: t('titles.groupQr'), to: chatPaths.groupQrOf(id) },
    { icon: 'search', label: t('searchIn'), to: () => onOpen('search') },
    { icon: 'picture', label: t('files.title'), to: () => onOpen('files') },
  ] as const
  const max = maxCount === -1 ? chatLimits.members : maxCount
  const ruled = [
    { icon: 'edit', label: t('groupName'), to: () => onOpen('name') },
    { icon: 'people', label: t('maxMembers', { count: max }), to: () => onOpen('max') },
  ] as const
  return (
    <section className={styles.block} aria-label={t('mySettings')}>
      <Choice label={t('mute')} isOn={row?.isMuted ?? group.memberTipStatus} onChange={(isOn) => void mute(id, isOn)} />
      <Choice label={t('pin')} isOn={row?.isPinned ?? group.memberTopFlag} onChange={(isOn) => void pin(id, isOn)} />
      {isAdmin && (
        <Choice label={t('muteAll')} isOn={group.chatGroupStatus === 'muted'} onChange={(isOn) => void muteAll(isOn)} />
      )}
      {[...ways, ...(isAdmin ? ruled : [])].map((way) => (
        <WayLine key={way.icon} {...way} />
      ))}
    </section>
  )
}

type SheetsProps = {
  readonly open: Open | null
  readonly group: ImGroup
  readonly onClose: () => void
  readonly onInfo: () => Promise<void>
  readonly onAll: () => Promise<void>
}
function Sheets({ open, group, onClose, onInfo, onAll }: SheetsProps) {
  const { id } = group
  const doneWith = (again: () => Promise<void>) => () => {
    onClose()
    void again()
  }
  if (open === 'name' || open === 'notice' || open === 'max')
    return <GroupTextSheet what={open} group={group} onClose={onClose} onDone={doneWith(onInfo)} />
  if (open === 'add') return <AddMembersSheet chat={id} onClose={onClose} onDone={doneWith(onAll)} />
  if (open === 'search') return <SearchSheet chat={id} onClose={onClose} onGo={(n) => go(chatPaths.messageOf(id, n))} />
  return open === 'files' ? <FilesSheet chat={id} onClose={onClose} /> : null
}

type EndProps = { readonly chat: string; readonly end: End | null; readonly onClose: () => void }
function EndDialog({ chat, end, onClose }: EndProps) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const { isBusy, run } = useBusy()
  const leave = () => go(chatPaths.chats, { replace: true })
  const ends = {
    clear: { call: chatMessages.clear, after: () => toast('chat:cleared') },
    quit: { call: chatGroups.quit, after: leave },
    dissolve: { call: chatGroups.dissolve, after: leave },
  } as const
  const carryOut = async (what: End) => {
    const isDone = await run(change(ends[what].call, { chatGroupId: chat }))
    onClose()
    if (isDone) ends[what].after()
  }
  return (
    <ConfirmDialog
      isOpen={end !== null}
      title={t(`${end ?? 'quit'}Title`)}
      confirm={t(end ?? 'dissolve')}
      kind="danger"
      isBusy={isBusy}
      onClose={onClose}
      onConfirm={() => end !== null && void carryOut(end)}
    >
      {end !== null && t(`${end}Text`)}
    </ConfirmDialog>
  )
}

type ChoiceProps = { readonly label: string; readonly isOn: boolean; readonly onChange: (isOn: boolean) => void }
function Choice({ label, isOn, onChange }: ChoiceProps) {
  return (
    <Row as="span" justify="between" tall={48}>
      <span aria-hidden="true">{label}</span>
      <Switch label={label} isOn={isOn} onChange={onChange} />
    </Row>
  )
}
