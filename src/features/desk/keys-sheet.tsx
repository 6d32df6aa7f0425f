import { Facts } from '#src/ui/facts.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'

const keys = ['j', 'k', 'a', 'n', 'm', '/', '?', 'Esc'] as const

/** The keys of the desk. */
export function KeysSheet({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation('desk')
  return (
    <Sheet title={t('keysSheet.title')} isOpen onClose={onClose}>
      <Facts
        kind="ruled"
        facts={keys.map((key) => ({
          name: <kbd>{key.length === 1 ? key.toUpperCase() : key}</kbd>,
          value: t(`keysSheet.does.${key === '/' ? 'slash' : key === '?' ? 'help' : key}`),
        }))}
      />
    </Sheet>
  )
}
