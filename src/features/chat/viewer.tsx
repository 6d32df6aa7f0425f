import { Press, Stack } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './room.module.css'

/** A picture as large as the screen allows; a tap shows it in its own size. */
export function Viewer({
  picture,
  onClose,
}: {
  readonly picture: { readonly url: string; readonly name: string }
  readonly onClose: () => void
}) {
  const { t } = useTranslation('chat')
  const [isLarge, setIsLarge] = useState(false)
  return (
    <Sheet
      title={picture.name}
      isOpen
      onClose={onClose}
      isTall
      footer={
        <Stack as="a" align="center" items="center" tone="accent" isTouch href={picture.url} download={picture.name}>
          {t('savePicture')}
        </Stack>
      }
    >
      <Press
        lay="stack"
        align="center"
        items="center"
        isFull
        className={styles.viewer}
        data-large={isLarge || undefined}
        aria-label={t(isLarge ? 'fit' : 'enlarge')}
        onClick={() => setIsLarge(!isLarge)}
      >
        <img src={picture.url} alt={picture.name} />
      </Press>
    </Sheet>
  )
}
