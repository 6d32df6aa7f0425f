import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { IconButton } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { HiddenSheet } from './hidden-sheet.tsx'
import { NewGroupSheet } from './new-group-sheet.tsx'

/** What begins something new: a group, a friendship; and the chats that were hidden. */
export function PlusMenu() {
  const { t } = useTranslation('chat')
  const [open, setOpen] = useState<'menu' | 'group' | 'hidden' | null>(null)
  return (
    <>
      <IconButton icon="plus" label={t('new')} onClick={() => setOpen('menu')} />
      <MenuSheet
        title={t('new')} isOpen={open === 'menu'} onClose={() => setOpen((now) => (now === 'menu' ? null : now))}
        choices={[{ value: 'group', label: t('newGroup'), icon: 'people' }, { value: 'friend', label: t('addFriend'), icon: 'user' }, { value: 'hidden', label: t('hiddenChats'), icon: 'eye-off' }] as const}
        onChoose={(what) => (what === 'friend' ? go(chatPaths.searchFriend) : setOpen(what))}
      />
      {open === 'group' && <NewGroupSheet onClose={() => setOpen(null)} />}
      {open === 'hidden' && <HiddenSheet onClose={() => setOpen(null)} />}
    </>
  )
}
