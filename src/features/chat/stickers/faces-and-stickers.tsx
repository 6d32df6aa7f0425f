import { EmojiGrid } from '#src/features/chat/emoji.tsx'
import { Box } from '#src/ui/box.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sticker } from './sticker-picker.tsx'

const StickerPicker = lazy(async () => ({ default: (await import('./sticker-picker.tsx')).StickerPicker }))

type Props = { readonly onEmoji: (emoji: string) => void; readonly onSticker: (sticker: Sticker) => void }
/** What is chosen below the field: emoji for the text, or a sticker that is sent at once. */
export function FacesAndStickers({ onEmoji, onSticker }: Props) {
  const { t } = useTranslation(['stickers', 'chat'])
  const [shown, setShown] = useState<'emoji' | 'stickers'>('emoji')
  return (
    <>
      <Box sidePad={3} endPad={2}>
        <Segmented
          label={t('stickers:kinds')}
          size="s"
          value={shown}
          onChange={setShown}
          options={[
            { value: 'emoji', label: t('chat:emoji') },
            { value: 'stickers', label: t('stickers:title') },
          ]}
        />
      </Box>
      {shown === 'emoji' ? (
        <EmojiGrid onPick={onEmoji} />
      ) : (
        <Suspense fallback={null}>
          <StickerPicker onPick={onSticker} />
        </Suspense>
      )}
    </>
  )
}
