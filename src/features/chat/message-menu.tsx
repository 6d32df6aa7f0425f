import { useChange } from '#src/parts/use-change.ts'
import { contentOf } from '#contract/chat/chat-content.ts'
import { mayWrite } from '#contract/chat/chat-mute.ts'
import {
  chatLimits,
  reactionKind,
  type ImGroup,
  type Message,
  type Pins,
  type ReactionKind,
} from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useConfig } from '#src/stores/config.ts'
import { useServices } from '#src/actors/services.tsx'
import { copyText } from '#src/lib/copy.ts'
import { toast } from '#src/stores/toasts.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { MenuAt, type Anchor } from '#src/ui/menu-at.tsx'
import { MenuList, type Choice } from '#src/ui/menu-list.tsx'
import { useState } from 'react'
import { useTranslation, type UseTranslationResponse } from 'react-i18next'
import { Press, Row } from '#src/ui/box.tsx'
import { reactionFaces } from './reactions.tsx'
import type { OpenSheet } from './room-sheets.tsx'
import styles from './room.module.css'
import { beginOf } from './teaser.ts'
import { useWords } from './words.ts'

type What =
  | 'reply'
  | 'copy'
  | 'edit'
  | 'versions'
  | 'pin'
  | 'forward'
  | 'select'
  | 'reactors'
  | 'readers'
  | 'drop'
  | 'revoke'
type Props = {
  readonly message: Message | null
  /** Where it lies on the screen. */
  readonly at: Anchor | null
  readonly group: ImGroup
  readonly onClose: () => void
  readonly onReply: (n: number) => void
  readonly onForward: (n: number) => void
  readonly onSelect: (n: number) => void
  readonly onChanged: (message: Message) => void
  readonly onReact: (n: number, kind: ReactionKind) => void
  readonly pins: Pins
  readonly onDropped: (n: number) => void
  readonly onPins: (pins: Pins) => void
  readonly onSheet: (open: OpenSheet) => void
}

type Asked = { readonly what: 'revoke' | 'drop'; readonly message: Message }
/** The message that is meant, and what its chat, its clock and the venue allow. */
type About = {
  readonly message: Message
  readonly group: ImGroup
  readonly pins: Pins
  readonly nowMs: number
  readonly editMs: number
}
const isPinnedIn = ({ message, pins }: Pick<About, 'message' | 'pins'>) => pins.ns.includes(message.n)
const isAdminOf = (group: ImGroup) => group.chatGroupType === 'group' && group.memberType !== 'member'
/** What can be done with a message, in the order in which it is offered. */
function choicesOf(t: UseTranslationResponse<'chat', undefined>['t'], about: About): readonly Choice<What>[] {
  const { message, group, nowMs, editMs } = about
  const content = contentOf(message)
  if (content.by !== 'user') return []
  const mayAnswer = mayWrite(group, nowMs)
  const ageMs = nowMs - message.createMs
  const isText = content.kind === 'text'
  const isFresh = message.meFlag && ageMs < chatLimits.revokeMs
  const mayForward = content.kind !== 'redPacket'
  const mayPin = mayAnswer && (isAdminOf(group) || group.chatGroupType === 'single')
  const mayEdit = mayAnswer && isText && message.meFlag && !message.isForwarded && ageMs < editMs
  const all: readonly [boolean, Choice<What>][] = [
    [mayAnswer, { value: 'reply', label: t('reply'), icon: 'reply' }],
    [isText, { value: 'copy', label: t('copy'), icon: 'copy' }],
    [mayEdit, { value: 'edit', label: t('edit'), icon: 'edit' }],
    [message.editedMs !== undefined, { value: 'versions', label: t('versions'), icon: 'history' }],
    [mayPin, { value: 'pin', label: t(isPinnedIn(about) ? 'unpin' : 'pinMessage'), icon: 'pin' }],
    [mayForward, { value: 'forward', label: t('forward'), icon: 'share' }],
    [mayForward, { value: 'select', label: t('select'), icon: 'list' }],
    [(message.reactions ?? []).length > 0, { value: 'reactors', label: t('reactors'), icon: 'people' }],
    [message.meFlag && group.chatGroupType === 'group', { value: 'readers', label: t('readers'), icon: 'eye' }],
    [true, { value: 'drop', label: t('drop'), icon: 'eye-off', note: t('dropNote') }],
    [
      isFresh || isAdminOf(group),
      { value: 'revoke', label: t('revoke'), icon: 'trash', ...(isFresh && { note: t('revokeNote') }) },
    ],
  ]
  return all.flatMap(([may, choice]) => (may ? choice : []))
}

/** What can be done with one message. */
export function MessageMenu(props: Props) {
  const {
    message,
    at,
    group,
    pins,
    onClose,
    onReply,
    onForward,
    onSelect,
    onChanged,
    onReact,
    onPins,
    onDropped,
    onSheet,
  } = props
  const { t } = useTranslation('chat')
  const { serverNow } = useServices()
  const change = useChange()
  const words = useWords()
  const editMs = useConfig(({ setting }) => setting?.edit_ms ?? 0)
  const [asked, setAsked] = useState<Asked | null>(null)
  const nowMs = serverNow()
  const choices = message === null ? [] : choicesOf(t, { message, group, pins, nowMs, editMs })
  const choose = (what: What) => {
    if (message === null) return
    const { id, n, chatGroupId } = message
    if (what === 'reply') onReply(n)
    else if (what === 'forward') onForward(n)
    else if (what === 'select') onSelect(n)
    else if (what === 'edit' || what === 'versions' || what === 'reactors' || what === 'readers')
      onSheet({ kind: what, message })
    else if (what === 'revoke' || what === 'drop') setAsked({ what, message })
    else if (what === 'pin')
      void change(
        chatMessages.pin,
        { id, chatGroupId, isOn: !isPinnedIn({ message, pins }) },
        (now) => now !== null && onPins(now),
      )
    else
      void copyText(words.wordsOf(message)).then((result) =>
        result === 'done' ? toast('chat:copied') : toast(`refusals:${result}`, {}, 'error'),
      )
  }
  return (
    <>
      <MenuAt
        key={message?.id}
        title={message === null ? '' : beginOf(words.wordsOf(message))}
        isOpen={choices.length > 0}
        at={at}
        onClose={onClose}
      >
        {message !== null && mayWrite(group, nowMs) && (
          <ReactWith
            message={message}
            onChoose={(kind) => {
              onReact(message.n, kind)
              onClose()
            }}
          />
        )}
        <MenuList choices={choices} onChoose={choose} onClose={onClose} />
      </MenuAt>
      <Ask asked={asked} onClose={() => setAsked(null)} onChanged={onChanged} onDropped={onDropped} />
    </>
  )
}

type AskProps = Pick<Props, 'onClose' | 'onChanged' | 'onDropped'> & { readonly asked: Asked | null }
/** Asks before a message is taken back, or deleted for oneself. */
function Ask({ asked, onClose, onChanged, onDropped }: AskProps) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const go = ({ what, message: { id, n, chatGroupId } }: Asked) => {
    onClose()
    if (what === 'drop') void change(chatMessages.drop, { id, chatGroupId }, () => onDropped(n))
    else void change(chatMessages.revoke, { id, chatGroupId }, (now) => now !== null && onChanged(now))
  }
  const isDrop = asked?.what === 'drop'
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t(isDrop ? 'dropTitle' : 'revokeTitle')}
      confirm={t(isDrop ? 'drop' : 'revoke')}
      kind="danger"
      onClose={onClose}
      onConfirm={() => asked !== null && go(asked)}
    >
      {t(isDrop ? 'dropText' : 'revokeText')}
    </ConfirmDialog>
  )
}

type ReactProps = { readonly message: Message; readonly onChoose: (kind: ReactionKind) => void }
/** The reactions to choose from, one tap each. */
function ReactWith({ message: { reactions = [] }, onChoose }: ReactProps) {
  const { t } = useTranslation('chat')
  return (
    <Row justify="between" below={2} className={styles.reactWith}>
      {reactionKind.options.map((kind) => (
        <Press
          key={kind}
          grows
          className={styles.emojiOne}
          aria-label={t(`reactions.${kind}`)}
          aria-pressed={reactions.some((each) => each.kind === kind && each.mine)}
          onClick={() => onChoose(kind)}
        >
          {reactionFaces[kind]}
        </Press>
      ))}
    </Row>
  )
}
