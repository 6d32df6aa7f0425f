import { useChange } from '#src/parts/use-change.ts'
import { chatMessages } from '#contract/chat/chat-messages.ts'
import { ChatTargets } from './chat-targets.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/**
 * Sends the card of one person into chats, one after the other; what was sent stays sent when a later one is refused.
 */
export function GiveCardSheet({
  id,
  name,
  onClose,
}: {
  readonly id: string
  readonly name: string
  readonly onClose: () => void
}) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)
  const send = async () => {
    setIsBusy(true)
    const refused: string[] = []
    for (const chat of chosen)
      if (!(await change(chatMessages.sendCard, { chatGroupId: chat, friendId: id }))) refused.push(chat)
    setIsBusy(false)
    setChosen(refused)
    if (refused.length > 0) return
    toast('chat:card.sent')
    onClose()
  }
  return (
    <Sheet
      title={t('card.giveOf', { name })}
      isOpen
      onClose={onClose}
      isTall
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry disabled={chosen.length === 0} onClick={() => void send()}>
          {t('forwardTargets', { count: chosen.length })}
        </Button>
      }
    >
      <ChatTargets chosen={chosen} onChange={setChosen} />
    </Sheet>
  )
}
