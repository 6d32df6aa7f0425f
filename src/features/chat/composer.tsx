import { FileInput } from '#src/parts/form/file-input.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { mayWrite } from '#contract/chat/chat-mute.ts'
import { chatLimits, type ImGroup, type Member, type Message } from '#contract/chat/chat.ts'
import { useServices } from '#src/actors/services.tsx'
import { useUser } from '#src/actors/use-session.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { formatTime } from '#src/lib/format.ts'
import { useIsPast } from '#src/lib/use-is-past.ts'
import { dropChatDraft, putDraft } from '#src/stores/chat-drafts.ts'
import { toast } from '#src/stores/toasts.ts'
import { IconButton } from '#src/ui/button.tsx'
import {
  lazy,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react'
import { useTranslation } from 'react-i18next'
import { AttachMenu } from '#src/features/chat/sharing/attach-menu.tsx'
import type { MentionKeys } from './mention-list.tsx'
import { mentionAt, mentionsIn, withMention } from './mentions.ts'
import styles from './room.module.css'
import { lengthOf, useTooLong } from './text-length.ts'
import { useDrafts } from './use-chats.ts'
import { useSend, useTyping } from './use-room.ts'
import { canRecord } from '#src/features/chat/voice/can-record.ts'
import { useWords } from './words.ts'

/** Loaded when somebody speaks, looks for an emoji, names a person, or sends a file. */
const MentionList = lazy(async () => ({ default: (await import('./mention-list.tsx')).MentionList }))
const Recorder = lazy(async () => ({ default: (await import('#src/features/chat/voice/recorder.tsx')).Recorder }))
const attachSheet = async () => ({
  default: (await import('#src/features/chat/sharing/attach-sheet.tsx')).AttachSheet,
})
const AttachSheet = lazy(attachSheet)
const FacesAndStickers = lazy(async () => ({
  default: (await import('#src/features/chat/stickers/faces-and-stickers.tsx')).FacesAndStickers,
}))

type Props = {
  readonly chat: string
  readonly group: ImGroup
  readonly members: readonly Member[]
  readonly replied: Message | null
  readonly onReplied: (n: number | null) => void
  readonly onSent: () => void
  readonly onPacket: () => void
  readonly onCard: () => void
  readonly onMarket: () => void
}

/** Where a message is written. What was begun stays with its chat over a reload, and is sent to no other. */
export function Composer(props: Props) {
  const { chat, group } = props
  const { t } = useTranslation('chat')
  const drafts = useDrafts()
  const { serverNow } = useServices()
  const isMuted = !useIsPast(group.mutedUntilMs, serverNow)
  if (drafts === null) return null
  const why = mayWrite(group, serverNow())
    ? null
    : isMuted
      ? t('mutedUntil', { time: formatTime(group.mutedUntilMs ?? 0) })
      : t(group.chatGroupType === 'group' ? 'allMuted' : 'notFriends')
  if (why !== null)
    return (
      <Box as="p" pad={4} line="top" size={3} tone={2} text="center" role="status">
        {why}
      </Box>
    )
  return <Writing key={chat} {...props} />
}

type Drafts = ReturnType<typeof useDrafts>
/** The text that is being written and stored with what it answers, and the id under which it will be sent. */
function useText({ chat, replied, onReplied }: Props, drafts: Drafts, newCid: () => string) {
  const account = useUser()?.id ?? 0
  const tellTyping = useTyping(chat)
  const [text, setText] = useState(() => drafts?.[chat]?.text ?? '')
  const [cid, setCid] = useState(() => drafts?.[chat]?.cid ?? newCid())
  const replyTo = replied?.n ?? null
  const firstReply = useRef(drafts?.[chat]?.replyTo ?? null)
  useEffect(() => {
    if (firstReply.current !== null) onReplied(firstReply.current)
    firstReply.current = null
  }, [onReplied])
  const [restored] = useState(firstReply.current)
  const store = (next: string, reply: number | null) => {
    if (next.trim() === '' && reply === null) dropChatDraft(account, chat)
    else putDraft(account, chat, { text: next, cid, replyTo: reply, atMs: Date.now() })
  }
  const keep = useRef(store)
  const held = useRef(text)
  useEffect(() => {
    keep.current = store
    held.current = text
  })
  useEffect(() => keep.current(held.current, replyTo), [replyTo])
  return {
    text,
    cid,
    replyTo,
    /** Who answers writes next. What comes back with a draft takes no focus. */
    isNewReply: replyTo !== null && replyTo !== restored,
    write: (next: string) => {
      setText(next)
      store(next, replyTo)
      if (next !== '') tellTyping()
    },
    /** Takes the text to be sent, so that the next one can be written while it is being stored. */
    take: () => {
      setText('')
      setCid(newCid())
      onReplied(null)
      return {
        stored: () => {
          if (held.current === '') dropChatDraft(account, chat)
        },
        giveBack: () => {
          const all = [text, held.current].filter((each) => each !== '').join('\n')
          setText(all)
          keep.current(all, replyTo)
          onReplied(replyTo)
        },
      }
    },
  }
}

const withAdded = (text: string, at = text.length, added: string) => text.slice(0, at) + added + text.slice(at)

function Writing(props: Props) {
  const { chat, group, members, replied, onReplied, onSent, onPacket, onCard, onMarket } = props
  const { t } = useTranslation('chat')
  const send = useSend(chat)
  const typed = useText(props, useDrafts(), send.newCid)
  const { text, replyTo, isNewReply, write } = typed
  const [hasEmoji, setHasEmoji] = useState(false)
  const [isRecording, setIsRecording] = useState(false)
  const [chosen, setChosen] = useState<readonly File[]>([])
  const field = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  // A file is chosen without a line as well: its sheet is here before.
  useEffect(() => void attachSheet().catch(() => undefined), [])
  useEffect(() => {
    if (isNewReply) field.current?.focus()
  }, [replyTo, isNewReply])
  const said = text.trim()
  const tooLong = useTooLong(said)
  const mention = useMention(group, text)
  const pickName = (name: string) => {
    if (mention.at !== null) write(withMention(text, mention.at, name))
    field.current?.focus()
  }
  const carry = async () => {
    if (said === '') return
    if (tooLong !== null) return toast('chat:tooLong', { max: chatLimits.text, count: lengthOf(said) }, 'error')
    const mentions = group.chatGroupType === 'group' ? mentionsIn(said, members, t('everyone'), isRuler(group)) : []
    const taken = typed.take()
    if (!(await send.text(said, { cid: typed.cid, replyTo, mentions }))) return taken.giveBack()
    taken.stored()
    onSent()
    // The button that was pressed becomes another one.
    if (!hasEmoji) field.current?.focus()
  }
  const submit = () => void carry()
  const onEmoji = hasEmoji ? (added: string) => write(withAdded(text, field.current?.selectionEnd, added)) : null
  if (isRecording) return <Recording send={send} onSent={onSent} onEnd={() => setIsRecording(false)} />
  return (
    <Box ground="bar" line="top" isRelative className={styles.composer}>
      <Mentions group={group} members={members} mention={mention} onPick={pickName} />
      {replied !== null && <Replying replied={replied} onEnd={() => onReplied(null)} />}
      <Row gap="hair" pad={2} align="end">
        <AttachMenu
          onFiles={() => picker.current?.click()}
          onCard={onCard}
          onPlace={() => go(chatPaths.chooseLocationOf(chat))}
          onMarket={onMarket}
        />
        {!group.peerIsBot && !group.peerIsStaff && (
          <IconButton icon="gift" label={t('kinds.redPacket')} onClick={onPacket} />
        )}
        <FileInput ref={picker} multiple hidden aria-label={t('attach')} onFiles={setChosen} />
        <Input
          field={field}
          text={text}
          isTooLong={tooLong !== null}
          mention={mention}
          onWrite={write}
          onFocus={() => setHasEmoji(false)}
          onFiles={setChosen}
          onSubmit={submit}
        />
        <IconButton icon="smile" label={t('emoji')} aria-expanded={hasEmoji} onClick={() => setHasEmoji(!hasEmoji)} />
        <SendButton isEmpty={said === ''} onSend={submit} onRecord={() => setIsRecording(true)} />
      </Row>
      {tooLong !== null && <TooLong text={tooLong} />}
      <Below files={chosen} send={send} onSent={onSent} onClose={() => setChosen([])} onEmoji={onEmoji} />
    </Box>
  )
}

type BelowProps = Pick<Props, 'onSent'> & {
  readonly files: readonly File[]
  readonly send: ReturnType<typeof useSend>
  readonly onClose: () => void
  /** Null while emoji and stickers are not open. */
  readonly onEmoji: ((emoji: string) => void) | null
}
/** What is chosen beside the text: files to be looked at first, emoji, and stickers, which are sent at once. */
const Below = ({ files, send, onSent, onClose, onEmoji }: BelowProps) => (
  <Suspense fallback={null}>
    {files.length > 0 && <AttachSheet files={files} send={send} onSent={onSent} onClose={onClose} />}
    {onEmoji !== null && (
      <FacesAndStickers
        onEmoji={onEmoji}
        onSticker={({ relativePath }) => {
          void send.sticker(relativePath)
          onSent()
        }}
      />
    )}
  </Suspense>
)

/** The name that is being written in a group, after an @. */
function useMention({ chatGroupType }: ImGroup, text: string) {
  const [caret, setCaret] = useState(0)
  const keys = useRef<MentionKeys>(null)
  return { at: chatGroupType === 'group' ? mentionAt(text, caret) : null, keys, setCaret }
}

type MentionProps = Pick<Props, 'group' | 'members'> & {
  readonly mention: ReturnType<typeof useMention>
  readonly onPick: (name: string) => void
}
const Mentions = ({ group, members, mention: { at, keys }, onPick }: MentionProps) => (
  <Suspense fallback={null}>
    {at !== null && (
      <MentionList members={members} word={at.word} keys={keys} mayAll={isRuler(group)} onPick={onPick} />
    )}
  </Suspense>
)
const isRuler = ({ memberType }: ImGroup) => memberType !== 'member'

type InputProps = {
  readonly field: RefObject<HTMLTextAreaElement | null>
  readonly text: string
  readonly isTooLong: boolean
  readonly mention: ReturnType<typeof useMention>
  readonly onWrite: (text: string) => void
  readonly onFocus: () => void
  readonly onFiles: (files: readonly File[]) => void
  readonly onSubmit: () => void
}
/** The field; as high as its text, up to a limit. */
function Input({ field, text, isTooLong, mention, onWrite, onFocus, onFiles, onSubmit }: InputProps) {
  const { t } = useTranslation('chat')
  useLayoutEffect(() => {
    const box = field.current
    if (box === null) return
    box.style.blockSize = 'auto'
    box.style.blockSize = `${Math.min(box.scrollHeight, 132)}px`
  }, [field, text])
  const onKey = (event: KeyboardEvent) => {
    if (mention.at !== null && mention.keys.current?.(event) === true) return
    const { key, shiftKey, nativeEvent } = event
    if (key !== 'Enter' || shiftKey || nativeEvent.isComposing || !matchMedia('(hover: hover)').matches) return
    event.preventDefault()
    onSubmit()
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    onFiles(files)
  }
  return (
    <textarea
      ref={field}
      className={styles.input}
      rows={1}
      dir="auto"
      enterKeyHint="send"
      aria-label={t('message')}
      placeholder={t('message')}
      value={text}
      aria-invalid={isTooLong || undefined}
      onChange={({ currentTarget }) => {
        mention.setCaret(currentTarget.selectionEnd)
        onWrite(currentTarget.value)
      }}
      onSelect={({ currentTarget }) => mention.setCaret(currentTarget.selectionEnd)}
      onFocus={onFocus}
      onKeyDown={onKey}
      onPaste={onPaste}
    />
  )
}

function Replying({ replied, onEnd }: { readonly replied: Message; readonly onEnd: () => void }) {
  const { t } = useTranslation('chat')
  const words = useWords()
  return (
    <Row gap={2} className={styles.replying}>
      <Stack as="span" size={2} grows className={styles.replyingText}>
        <b>{t('replyTo', { who: replied.userName })}</b>
        <span>{words.wordsOf(replied)}</span>
      </Stack>
      <IconButton icon="close" label={t('noReply')} onClick={onEnd} />
    </Row>
  )
}

const TooLong = ({ text }: { readonly text: string }) => (
  <Box as="p" size={2} tone="danger" sidePad={4} endPad={2} role="alert">
    {text}
  </Box>
)

type SendProps = { readonly isEmpty: boolean; readonly onSend: () => void; readonly onRecord: () => void }
/** Sends what is written; with nothing written one speaks. */
function SendButton({ isEmpty, onSend, onRecord }: SendProps) {
  const { t } = useTranslation('chat')
  const [mayRecord] = useState(canRecord)
  return isEmpty && mayRecord ? (
    <IconButton icon="mic" label={t('voice.record')} onClick={onRecord} />
  ) : (
    <IconButton icon="send" label={t('send')} disabled={isEmpty} onClick={onSend} />
  )
}

type RecordingProps = Pick<Props, 'onSent'> & {
  readonly send: ReturnType<typeof useSend>
  readonly onEnd: () => void
}
function Recording({ send, onSent, onEnd }: RecordingProps) {
  const { t } = useTranslation('chat')
  return (
    <Box ground="bar" line="top" isRelative className={styles.composer}>
      <Suspense
        fallback={
          <Box as="p" pad={4} line="top" size={3} tone={2} text="center" role="status">
            {t('voice.asking')}
          </Box>
        }
      >
        <Recorder
          onEnd={onEnd}
          onRecorded={({ file, seconds }) => {
            void send.file(file, 'voice', { seconds })
            onSent()
          }}
        />
      </Suspense>
    </Box>
  )
}
