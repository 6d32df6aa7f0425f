import { Box, Note } from '#src/ui/box.tsx'
import type { Position } from '#contract/lever/lever-position.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { usePairPrice } from '#src/parts/use-pair-price.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { useUser } from '#src/actors/use-session.ts'
import { useConfig } from '#src/stores/config.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { standingOf } from '#src/parts/lever/account.ts'
import { drawPicture, pictureFile, pictureSize, type PictureWords } from './share-picture.ts'
import styles from './share-sheet.module.css'

const canShare = (file: File) => typeof navigator.canShare === 'function' && navigator.canShare({ files: [file] })

/** A picture of a closed position, drawn in the browser, to share or save. */
export function ShareSheet({ position, onClose }: { readonly position: Position; readonly onClose: () => void }) {
  const { t } = useTranslation('lever')
  const canvas = useRef<HTMLCanvasElement>(null)
  const words = usePictureWords(position)
  const file = usePicture(canvas, words, position)
  const keepPicture = () => {
    if (file === null) return
    try {
      saveFile(file)
    } catch {
      toast('refusals:picture_save_failed', {}, 'error')
    }
  }
  const share = async () => {
    if (file === null) return
    try {
      await navigator.share({ files: [file], title: words.title })
    } catch (reason) {
      // Dismissing the share sheet of the device is not an error.
      if (!(reason instanceof DOMException && reason.name === 'AbortError')) toast('lever:shareFailed', {}, 'error')
    }
  }
  return (
    <Sheet
      title={t('share')}
      isOpen
      onClose={onClose}
      footer={
        <Box lay="equal" gap={3}>
          <Button isWide kind="quiet" size="l" isBusy={file === null} onClick={keepPicture}>
            {t('savePicture')}
          </Button>
          {file !== null && canShare(file) && (
            <Button isWide size="l" icon="share" onClick={() => void share()}>
              {t('shareNow')}
            </Button>
          )}
        </Box>
      }
    >
      <canvas
        ref={canvas}
        className={styles.picture}
        width={pictureSize.width}
        height={pictureSize.height}
        role="img"
        aria-label={[
          words.product,
          words.symbol,
          words.side,
          words.percent,
          ...words.cells.map((cell) => cell.join(' ')),
          words.invite,
          words.code,
        ]
          .filter((text) => text !== '')
          .join(', ')}
      />
      <Note above={3} text="center">
        {t('shareLead')}
      </Note>
    </Sheet>
  )
}

/** Draws the picture; its file, or null while there is none. */
function usePicture(canvas: RefObject<HTMLCanvasElement | null>, words: PictureWords, position: Position) {
  const [file, setFile] = useState<File | null>(null)
  const isLong = position.type === 'long'
  const isGain = !standingOf(position, null).percent.startsWith('-')
  useEffect(() => {
    if (canvas.current === null || !drawPicture(canvas.current, words, { isLong, isGain })) return
    let isHere = true
    void pictureFile(canvas.current, `${position.symbol.replace('/', '-')}-${position.id}.png`).then(
      (made) => isHere && setFile(made),
    )
    return () => {
      isHere = false
    }
  }, [canvas, words, isLong, isGain, position.symbol, position.id])
  return file
}

function usePictureWords(position: Position): PictureWords {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const price = usePairPrice()
  const product = useConfig(({ setting }) => setting?.name ?? '')
  const code = useUser()?.extension_code ?? ''
  return useMemo(
    () => ({
      product,
      title: t('shareTitle'),
      symbol: position.symbol,
      side: `${t(position.type)} ${position.multiple}×`,
      percent: shown.change(standingOf(position, null).percent),
      cells: [
        [t('entryPrice'), price(position.price, position.symbol)],
        [t('closePrice'), price(position.close_price ?? position.update_price, position.symbol)],
        [t('closedAt'), shown.time(position.complete_time ?? position.update_time)],
        [t('endedBy'), t(`reason.${position.close_reason ?? 'user'}`)],
      ],
      invite: t('inviteCode'),
      code,
    }),
    [position, product, code, t, shown, price],
  )
}
