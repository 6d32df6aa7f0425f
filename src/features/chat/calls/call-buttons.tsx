import type { CallMedia } from '#contract/chat/chat-call.ts'
import type { ImGroup } from '#contract/chat/chat.ts'
import { placeCall } from '#src/stores/calls.ts'
import { IconButton } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'

type Props = { readonly group: ImGroup; readonly peer: string }
/** Calls the other side of a single chat. */
export function CallButtons({ group, peer }: Props) {
  const { t } = useTranslation('calls')
  const call = (media: CallMedia) =>
    placeCall({
      chatGroupId: group.id,
      userId: peer,
      userName: group.chatGroupName,
      avatar: group.chatGroupAvatar,
      media,
    })
  return (
    <>
      <IconButton icon="call" label={t('call.voice')} onClick={() => call('voice')} />
      <IconButton icon="video" label={t('call.video')} onClick={() => call('video')} />
    </>
  )
}
