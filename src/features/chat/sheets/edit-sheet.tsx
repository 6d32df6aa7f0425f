import type { ImGroup, Member, Message } from '#contract/chat/chat.ts'
import { contentOf } from '#contract/chat/chat-content.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { useChange } from '#src/parts/use-change.ts'
import { Button } from '#src/ui/button.tsx'
import { AreaField } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTooLong } from '#src/features/chat/text-length.ts'
import { mentionsIn } from '../mentions.ts'

type Props = {
  readonly message: Message
  readonly group: ImGroup
  readonly members: readonly Member[]
  readonly onClose: () => void
  readonly onChanged: (message: Message) => void
}
const textIn = (message: Message) => {
  const content = contentOf(message)
  return content.kind === 'text' ? content.value.text : ''
}

/** Lets a text of one's own say something else. */
export function EditSheet({ message, group, members, onClose, onChanged }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const [text, setText] = useState(() => textIn(message))
  const [isBusy, setIsBusy] = useState(false)
  const said = text.trim()
  const tooLong = useTooLong(said)
  const save = async () => {
    if (said === textIn(message)) return onClose()
    setIsBusy(true)
    const isDone = await change(
      chatMessages.edit,
      {
        id: message.id,
        chatGroupId: message.chatGroupId,
        text: said,
        mentions:
          group.chatGroupType === 'group'
            ? mentionsIn(said, members, t('everyone'), group.memberType !== 'member')
            : undefined,
      },
      (now) => now !== null && onChanged(now),
    )
    setIsBusy(false)
    if (isDone) onClose()
  }
  return (
    <Sheet
      title={t('editTitle')}
      isOpen
      onClose={onClose}
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry disabled={said === '' || tooLong !== null} onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      <AreaField
        label={t('message')}
        error={tooLong}
        hint={t('editHint')}
        rows={5}
        dir="auto"
        value={text}
        onChange={setText}
      />
    </Sheet>
  )
}
