import { IconButton } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  readonly onFiles: () => void
  readonly onCard: () => void
  readonly onPlace: () => void
  readonly onMarket: () => void
}

/** What can be sent beside words: files, the card of a person, a place, or a market. */
export function AttachMenu({ onFiles, onCard, onPlace, onMarket }: Props) {
  const { t } = useTranslation('chat')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton icon="plus" label={t('attachMore')} onClick={() => setIsOpen(true)} />
      <MenuSheet
        title={t('attachMore')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        choices={
          [
            { value: 'files', label: t('attach'), icon: 'picture' },
            { value: 'card', label: t('kinds.card'), icon: 'user' },
            { value: 'place', label: t('kinds.location'), icon: 'place' },
            { value: 'market', label: t('market.title'), icon: 'candles' },
          ] as const
        }
        onChoose={(what) => ({ files: onFiles, card: onCard, place: onPlace, market: onMarket })[what]()}
      />
    </>
  )
}
