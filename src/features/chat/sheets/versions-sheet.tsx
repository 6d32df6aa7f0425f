import { Box, Note, Stack } from '#src/ui/box.tsx'
import type { Message } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useTranslation } from 'react-i18next'
import { RichText } from '../rich-text.tsx'
import { useWhen } from '../use-chats.ts'

/** What a message has said since it was sent, newest first. */
export function VersionsSheet({ message, onClose }: { readonly message: Message; readonly onClose: () => void }) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const when = useWhen()
  const { id, chatGroupId, rev } = message
  const read = useRead(`versions|${id}|${rev}`, (signal) =>
    request.read(chatMessages.versions, { id, chatGroupId }, { signal }),
  )
  return (
    <Sheet title={t('versions')} isOpen onClose={onClose}>
      {read.value === null ? (
        read.failure === null ? (
          <Skeleton lines={3} height={48} />
        ) : (
          <ReadFailed failure={read.failure} onRetry={() => void read.refresh()} />
        )
      ) : (
        <Stack as="ol" gap={3}>
          {read.value.toReversed().map(({ text, createMs }) => (
            <li key={createMs}>
              <Note>{when.exact(createMs)}</Note>
              <Box as="p" isPre breaks dir="auto">
                <RichText text={text} />
              </Box>
            </li>
          ))}
        </Stack>
      )}
    </Sheet>
  )
}
