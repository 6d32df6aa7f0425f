import { Box, Note, Stack } from '#src/ui/box.tsx'
import type { Message } from '#contract/chat/chat.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { Loaded } from '#src/parts/loaded.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
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
      <Loaded read={read} lines={3} height={48}>
        {(all) => (
          <Stack as="ol" gap={3}>
            {all.toReversed().map(({ text, createMs }) => (
              <li key={createMs}>
                <Note>{when.exact(createMs)}</Note>
                <Box as="p" isPre breaks dir="auto">
                  <RichText text={text} />
                </Box>
              </li>
            ))}
          </Stack>
        )}
      </Loaded>
    </Sheet>
  )
}
