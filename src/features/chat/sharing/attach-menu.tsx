import { IconButton } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { readonly onFiles: () => void; readonly onCard: () => void; readonly onPlace: () => void }

/** What can be sent beside words: files, the card of a person, or a place. */
export function AttachMenu({ onFiles, onCard, onPlace }: Props) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon="plus" label={t('attachMore')} onClick={() => setIsOpen(true)} />
      <MenuSheet
        title={t('attachMore')} isOpen={isOpen} onClose={() => setIsOpen(false)}
        choices={[
          { value: 'files', label: t('attach'), icon: 'picture' }, { value: 'card', label: t('kinds.card'), icon: 'user' },
          { value: 'place', label: t('kinds.location'), icon: 'place' },
        ] as const}
        onChoose={(what) => ({ files: onFiles, card: onCard, place: onPlace })[what]()}
      />
    </>
  )
}
