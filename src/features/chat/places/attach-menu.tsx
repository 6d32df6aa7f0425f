import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { IconButton } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What can be sent beside words: files, or a place. */
export function AttachMenu({ chat, onFiles }: { readonly chat: string; readonly onFiles: () => void }) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon="plus" label={t('attachMore')} onClick={() => setIsOpen(true)} />
      <MenuSheet
        title={t('attachMore')} isOpen={isOpen} onClose={() => setIsOpen(false)}
        choices={[{ value: 'files', label: t('attach'), icon: 'file' }, { value: 'place', label: t('kinds.location'), icon: 'place' }] as const}
        onChoose={(what) => (what === 'files' ? onFiles() : go(chatPaths.chooseLocationOf(chat)))}
      />
    </>
  )
}
