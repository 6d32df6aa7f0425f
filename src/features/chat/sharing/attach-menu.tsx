import { IconButton } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** What can be sent beside words: files, or the card of a person. */
export function AttachMenu({ onFiles, onCard }: { readonly onFiles: () => void; readonly onCard: () => void }) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon="plus" label={t('attachMore')} onClick={() => setIsOpen(true)} />
      <MenuSheet
        title={t('attachMore')} isOpen={isOpen} onClose={() => setIsOpen(false)}
        choices={[{ value: 'files', label: t('attach'), icon: 'picture' }, { value: 'card', label: t('kinds.card'), icon: 'user' }] as const}
        onChoose={(what) => (what === 'files' ? onFiles() : onCard())}
      />
    </>
  )
}
