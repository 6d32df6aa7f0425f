import type { UserContent } from '#contract/chat/chat-content.ts'
import { useMyId } from '#src/features/chat/use-chats.ts'
import { useWords } from '#src/features/chat/words.ts'
import { Row } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useTranslation } from 'react-i18next'

type Props = { readonly call: Extract<UserContent, { kind: 'call' }>['value'] }
/** What became of a call, as each of the two reads it. */
export function CallLine({ call: { type, totalTime, fromUserId, why } }: Props) {
  const { t } = useTranslation('calls')
  const { clockOf } = useWords()
  const side = fromUserId === useMyId() ? 'mine' : 'theirs'
  const media = type === 2 ? 'video' : 'voice'
  const isTalked = why === undefined || totalTime > 0
  return (
    <Row as="span" gap={2}>
      <Icon name={type === 2 ? 'video' : 'call'} size={18} />
      {isTalked ? t(`line.${media}`, { clock: clockOf(totalTime) }) : t(`line.${side}.${why}`)}
    </Row>
  )
}
