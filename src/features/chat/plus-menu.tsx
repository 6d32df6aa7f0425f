import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { IconButton } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useChatScan } from '#src/features/chat/qr/use-chat-scan.ts'
import { HiddenSheet } from './sheets/hidden-sheet.tsx'
import { NewGroupSheet } from './sheets/new-group-sheet.tsx'

/** What begins something new: a group, a friendship, a code; and the chats that were hidden. */
export function PlusMenu() {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState<'menu' | 'group' | 'hidden' | null>(null)
  const scan = useChatScan()
  const choose = (what: 'group' | 'friend' | 'scan' | 'code' | 'hidden') => {
    if (what === 'friend') go(chatPaths.searchFriend)
    else if (what === 'code') go(chatPaths.qr)
    else if (what === 'scan') scan.open()
    else setOpen(what)
  }
  return (
    <>
      <IconButton icon="plus" label={t('new')} onClick={() => setOpen('menu')} />
      <MenuSheet
        title={t('new')}
        isOpen={open === 'menu'}
        onClose={() => setOpen((now) => (now === 'menu' ? null : now))}
        choices={
          [
            { value: 'group', label: t('newGroup'), icon: 'people' },
            { value: 'friend', label: t('addFriend'), icon: 'user' },
            { value: 'scan', label: t('qr.scan'), icon: 'scan' },
            { value: 'code', label: t('titles.qr'), icon: 'qr' },
            { value: 'hidden', label: t('hiddenChats'), icon: 'eye-off' },
          ] as const
        }
        onChoose={choose}
      />
      {scan.sheet}
      {open === 'group' && <NewGroupSheet onClose={() => setOpen(null)} />}
      {open === 'hidden' && <HiddenSheet onClose={() => setOpen(null)} />}
    </>
  )
}
