import { Box, Stack } from '#src/ui/box.tsx'
import { contentOf, type UserContent } from '#contract/chat/chat-content.ts'
import type { Message } from '#contract/chat/chat.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { useShown } from './use-shown.ts'

/** A message of a chat, as the desk reads it. */
export function Said({ message, at }: { readonly message: Message; readonly at: string }) {
  const { t } = useTranslation('desk')
  const shown = useShown()
  const content = contentOf(message)
  return (
    <Stack
      as="li"
      blockPad={2}
      sidePad={3}
      ground="raised"
      round={3}
      isPre
      breaks
      className={styles.saidLine}
      data-mine={message.meFlag || undefined}
    >
      <small>
        {message.userName} · {at}
        {message.editedMs !== undefined && ` · ${t('service.edited', { at: shown.time(message.editedMs) })}`}
      </small>
      {message.earlier?.map(({ text, createMs }) => (
        <Box as="s" key={createMs} dir="auto" tone={2} size={2} breaks>
          {text}
        </Box>
      ))}
      {content.by === 'user' ? (
        <Content content={content} />
      ) : (
        <Box as="span" tone={2} size={2} breaks>
          {t(content.kind === 'revoked' ? 'service.revoked' : 'service.other')}
        </Box>
      )}
    </Stack>
  )
}
function Content({ content }: { readonly content: UserContent }) {
  const { t } = useTranslation('desk')
  switch (content.kind) {
    case 'text':
      return <span dir="auto">{content.value.text}</span>
    case 'image':
    case 'video':
    case 'voice':
    case 'file':
      return (
        <a href={belowBase(content.value.url)} download={content.value.fileName} rel="noreferrer">
          {content.value.fileName}
        </a>
      )
    case 'imageText':
    case 'videoText':
      return (
        <span dir="auto">
          {content.value.textDesc}{' '}
          <a href={belowBase(content.value.url)} download={content.value.fileInfo.fileName} rel="noreferrer">
            {content.value.fileInfo.fileName}
          </a>
        </span>
      )
    case 'location':
      return (
        <span dir="auto">
          {content.value.name} ({content.value.latitude}, {content.value.longitude})
        </span>
      )
    case 'card':
      return (
        <span dir="auto">
          {content.value.userName} · {content.value.id}
        </span>
      )
    case 'merged':
      return (
        <span dir="auto">
          {content.value.title}
          {content.value.preview.map(({ userName, text }, line) => (
            <small key={line}>
              {userName}: {text}
            </small>
          ))}
        </span>
      )
    case 'sticker':
      return <img src={belowBase(content.value.url)} alt={content.value.name} width={64} height={64} />
    case 'redPacket':
    case 'call':
      return (
        <Box as="span" tone={2} size={2} breaks>
          {t('service.other')}
        </Box>
      )
  }
}
