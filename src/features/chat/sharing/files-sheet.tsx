import { Press, Row, Stack } from '#src/ui/box.tsx'
import { contentCodes, contentOf } from '#contract/chat/chat-content.ts'
import type { Message } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { usePager } from '#src/actors/use-pager.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { formatBytes } from '#src/lib/format-bytes.ts'
import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { PagedList } from '#src/parts/paged-list.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './files.module.css'
import { useWhen } from '#src/features/chat/use-chats.ts'
import { useWords } from '#src/features/chat/words.ts'

const kinds = ['image', 'video', 'file', 'voice'] as const
type Kind = (typeof kinds)[number]
const size = 30

/** What was sent into a chat beside words, newest first. A tap leads to the message; files can be saved. */
export function FilesSheet({ chat, onClose }: { readonly chat: string; readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const [kind, setKind] = useState<Kind>('image')
  return (
    <Sheet title={t('files.title')} isOpen onClose={onClose} isTall>
      <Segmented
        label={t('files.title')}
        value={kind}
        onChange={setKind}
        size="s"
        options={kinds.map((each) => ({ value: each, label: t(`files.${each}`) }))}
      />
      <Files key={kind} chat={chat} kind={kind} />
    </Sheet>
  )
}

function Files({ chat, kind }: { readonly chat: string; readonly kind: Kind }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const pager = usePager<Message>(
    (pageNum) =>
      request.read(chatMessages.history, {
        chatGroupId: chat,
        contentType: contentCodes[kind],
        pageNum,
        pageSize: size,
      }),
    { size },
  )
  return (
    <div className={kind === 'image' ? styles.grid : styles.list}>
      <PagedList
        pager={pager}
        keyOf={({ n }) => n}
        emptyText={t(`files.none.${kind}`)}
        emptyIcon={kind === 'image' ? 'picture' : 'file'}
        render={(message) => <FileRow message={message} chat={chat} />}
      />
    </div>
  )
}

function FileRow({ message, chat }: { readonly message: Message; readonly chat: string }) {
  const { t, i18n } = useTranslation('chat')
  const when = useWhen()
  const words = useWords()
  const content = contentOf(message)
  const open = () => go(chatPaths.messageOf(chat, message.n))
  const about = `${message.userName} · ${when.short(message.createMs)}`
  if (content.kind === 'image')
    return (
      <Press
        isBlock
        ground="well"
        round={1}
        isFull
        clips
        className={styles.tile}
        aria-label={t('files.open', { text: about })}
        onClick={open}
      >
        <img data-cover="" src={belowBase(content.value.url)} alt="" loading="lazy" decoding="async" />
      </Press>
    )
  if (content.kind !== 'video' && content.kind !== 'voice' && content.kind !== 'file') return null
  const { url, fileName, fileSize } = content.value
  return (
    <Row as="span" line="bottom">
      <Press lay="row" gap={3} align="center" text="start" grows tall={64} onClick={open}>
        <Icon name={content.kind === 'file' ? 'file' : content.kind === 'video' ? 'play' : 'mic'} size={28} />
        <Stack as="span" shrinks breaks>
          <b dir="auto">{words.lineOf(content)}</b>
          <small>
            {about} · {formatBytes(fileSize, i18n.language)}
          </small>
        </Stack>
      </Press>
      {content.kind !== 'voice' && (
        <Stack
          as="a"
          align="center"
          items="center"
          tone="accent"
          keeps
          className={styles.save}
          href={belowBase(url)}
          download={fileName}
          rel="noreferrer"
          aria-label={t('files.save', { name: fileName })}
        >
          <Icon name="download" />
        </Stack>
      )}
    </Row>
  )
}
