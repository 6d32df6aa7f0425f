import { useBusy } from '#src/parts/use-busy.ts'
import { useChange } from '#src/parts/use-change.ts'
import { chatLimits, type ImGroup } from '#contract/chat/chat.ts'
import { chatGroups } from '#contract/chat/chat-groups.ts'
import { Button } from '#src/ui/button.tsx'
import { AreaField, Field } from '#src/ui/field.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { lengthOf } from '#src/features/chat/text-length.ts'
import { useTranslation } from 'react-i18next'

type What = 'name' | 'notice' | 'max'
type Props = { readonly what: What; readonly group: ImGroup; readonly onClose: () => void; readonly onDone: () => void }

/** Changes what a group is called, its notice, or how many it may have. */
export function GroupTextSheet({ what, group, onClose, onDone }: Props) {
  const { t } = useTranslation('chat')
  const change = useChange()
  const [text, setText] = useState(
    what === 'name'
      ? group.chatGroupName
      : what === 'notice'
        ? group.chatNotice
        : String(group.maxCount === -1 ? chatLimits.members : group.maxCount),
  )
  const { isBusy, run } = useBusy()
  const [isTried, setIsTried] = useState(false)
  const typed = text.trim()
  const count = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  const faultOf = () => {
    if (what === 'max')
      return count < group.memberCounts || count > chatLimits.members
        ? t('maxWrong', { min: group.memberCounts, max: chatLimits.members })
        : null
    if (what === 'name' && typed === '') return t('groupNameNeeded')
    const most = what === 'name' ? chatLimits.groupName : chatLimits.notice
    return lengthOf(typed) > most ? t('groupNameLong', { max: most }) : null
  }
  const fault = faultOf()
  const call = () => {
    if (what === 'name') return change(chatGroups.setName, { id: group.id, chatGroupName: typed })
    if (what === 'notice') return change(chatGroups.setNotice, { id: group.id, chatNotice: typed })
    return change(chatGroups.setMaxCount, { id: group.id, maxCount: count })
  }
  const save = async () => {
    setIsTried(true)
    if (fault === null && (await run(call()))) onDone()
  }
  const label = t(what === 'name' ? 'groupName' : what === 'notice' ? 'notice' : 'maxLabel')
  return (
    <Sheet
      title={label}
      isOpen
      onClose={onClose}
      isHeld={isBusy}
      footer={
        <Button isWide isBusy={isBusy} mayRetry onClick={() => void save()}>
          {t('save')}
        </Button>
      }
    >
      {what === 'notice' ? (
        <AreaField
          label={label}
          {...(isTried && { error: fault })}
          hint={`${lengthOf(typed)} / ${chatLimits.notice}`}
          rows={5}
          dir="auto"
          value={text}
          onChange={setText}
        />
      ) : (
        <Field
          label={label}
          value={text}
          onChange={setText}
          {...(what === 'max' && { inputMode: 'numeric' as const })}
          {...(isTried && { error: fault })}
        />
      )}
    </Sheet>
  )
}
