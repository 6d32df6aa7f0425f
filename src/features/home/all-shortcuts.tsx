import { Link } from '#src/parts/link.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Box, Row } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { rowOf, shortcuts, withOne } from './shortcuts.ts'

type Props = { readonly isOpen: boolean; readonly onClose: () => void }

/** All shortcuts: where each leads, and which of them stand in the row of the home page. */
export function AllShortcuts({ isOpen, onClose }: Props) {
  const { t } = useTranslation('home')
  const row = rowOf(useSettings((settings) => settings.shortcuts))
  const set = useSettings((settings) => settings.set)
  return (
    <Sheet title={t('quick.all')} isOpen={isOpen} onClose={onClose}>
      <Box as="ul" isRuled>
        {shortcuts.map((each) => {
          const { word, icon, to } = each
          const isIn = row.includes(each)
          return (
            <Row key={word} as="li" gap={2} tall={48}>
              <Link to={to} lay="row" gap={3} align="center" isTouch grows reacts onGo={onClose}>
                <Icon name={icon} tone="accent" />
                {t(`quick.${word}`)}
              </Link>
              <IconButton
                icon={isIn ? 'star-filled' : 'star'}
                label={t(isIn ? 'quick.isIn' : 'quick.take', { name: t(`quick.${word}`) })}
                aria-pressed={isIn}
                disabled={isIn}
                onClick={() => set({ shortcuts: withOne(row, word) })}
              />
            </Row>
          )
        })}
      </Box>
    </Sheet>
  )
}
