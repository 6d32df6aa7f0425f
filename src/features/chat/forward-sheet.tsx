import { chatLimits } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { chatMessages, sendTypes } from '#contract/chat/chat-messages.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { newKey } from '#src/lib/new-key.ts'
import { ReadFailed } from '#src/parts/read-failed.tsx'
import { SearchBox } from '#src/parts/search-box.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from './avatar.tsx'
import styles from './chat.module.css'
import { quick } from './use-chats.ts'

type Props = { readonly ids: readonly string[]; readonly onClose: () => void; readonly onDone: () => void }

/** Sends messages on, one by one or merged, into at most nine chats. */
export function ForwardSheet({ ids, onClose, onDone }: Props) {
  const { t } = useTranslation('chat')
  const { request } = useServices()
  const chats = useRead('forward-targets', (signal) => request.read(chatGroups.mineForForward, {}, { signal }))
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [way, setWay] = useState<'oneByOne' | 'merged'>('oneByOne')
  const [word, setWord] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [key] = useState(newKey)
  const shown = (chats.value ?? []).filter(({ chatGroupName }) => chatGroupName.toLocaleLowerCase().includes(word.trim().toLocaleLowerCase()))
  const toggle = (id: string) => setChosen((now) => (now.includes(id) ? now.filter((each) => each !== id) : now.length < chatLimits.forwardTargets ? [...now, id] : now))
  const send = async () => {
    setIsBusy(true)
    const isDone = await quick(request.change(chatMessages.forward, { targetGroup: chosen.map((chatGroupId) => ({ chatGroupId })), messageList: [...ids], sendType: sendTypes[way] }, key))
    setIsBusy(false)
    if (!isDone) return
    toast('chat:forwardDone')
    onDone()
  }
  return (
    <Sheet
      title={t('forwardTo', { count: ids.length })} isOpen onClose={onClose} isTall isHeld={isBusy}
      footer={<Button isWide isBusy={isBusy} disabled={chosen.length === 0} onClick={() => void send()}>{t('forwardTargets', { count: chosen.length })}</Button>}
    >
      {ids.length > 1 && <Segmented label={t('forwardWay')} value={way} onChange={setWay} options={[{ value: 'oneByOne', label: t('oneByOne') }, { value: 'merged', label: t('merged') }]} />}
      <div className={styles.searchIn}><SearchBox label={t('findChat')} value={word} onChange={setWord} /></div>
      {chats.value === null ? chats.failure === null ? <Skeleton lines={5} height={56} /> : <ReadFailed failure={null} onRetry={() => void chats.refresh()} /> : (
        <ul className={styles.picks}>
          {shown.map(({ id, chatGroupName, chatGroupAvatar, chatGroupType }) => (
            <li key={id}>
              <label className={styles.pickLine}>
                <input type="checkbox" checked={chosen.includes(id)} disabled={!chosen.includes(id) && chosen.length >= chatLimits.forwardTargets} onChange={() => toggle(id)} />
                <Avatar id={id} name={chatGroupName} picture={chatGroupAvatar} isGroup={chatGroupType === 'group'} size="s" />
                <span className={styles.pickName}>{chatGroupName}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.hint}>{t('forwardHint', { count: chatLimits.forwardTargets })}</p>
    </Sheet>
  )
}
