import { Unread } from '#src/parts/loaded.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { contentOf } from '#contract/chat/chat-content.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { instantOf, formatTime } from '#src/lib/format.ts'
import { outward } from '#src/stores/config.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import { RichText } from './rich-text.tsx'
import styles from './chat.module.css'
import { useWords } from './words.ts'

/** Messages as they were when they were shared. */
export function SharedView({ shareId, hasLink = false }: { readonly shareId: string; readonly hasLink?: boolean }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const words = useWords()
  const shared = useRead(`shared|${shareId}`, (signal) =>
    request.read(chatMessages.shared, { shareID: shareId }, { signal }),
  )
  if (shared.value === null) return <Unread read={shared} lines={5} height={56} />
  const { title, createUserName, createTime, expireMs, records } = shared.value
  const timeOf = (text: string) => formatTime(instantOf(text) ?? 0)
  const link = outward(`/#${chatPaths.shareOf(shareId)}`)
  return (
    <div className={styles.shared}>
      <h2>{title}</h2>
      <Box as="p" below={3} above={3} tone={2} size={3} text="center">
        {t('sharedBy', { who: createUserName, time: timeOf(createTime), until: formatTime(expireMs) })}
      </Box>
      {hasLink && (
        <Row as="p" gap={2} ground="well" round={2} size={3} className={styles.shareLink}>
          <span>{link}</span>
          <CopyButton text={link} label={t('shareLink')} isIcon />
        </Row>
      )}
      <ul>
        {records.map((each, at) => {
          const content = contentOf({
            messageType: 'user',
            contentType: each.contentType,
            content: each.content,
            revoked: false,
          })
          return (
            <Row key={at} as="li" gap={3} blockPad={3} align="stretch" line="top">
              <Avatar id={null} name={each.userName} picture={each.userAvatar} size="s" />
              <Stack as="span" gap="hair" isPre grows breaks>
                <Row as="span" gap={3} align="stretch" justify="between" size={3} className={styles.sharedHead}>
                  <b>{each.userName}</b>
                  <time>{timeOf(each.createTime)}</time>
                </Row>
                <span dir="auto">
                  {content.by === 'user' && content.kind === 'text' ? (
                    <RichText text={content.value.text} />
                  ) : (
                    words.lineOf(content)
                  )}
                </span>
              </Stack>
            </Row>
          )
        })}
      </ul>
    </div>
  )
}
