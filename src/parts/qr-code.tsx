import { Box } from '#src/ui/box.tsx'
import { qrCells, qrFile, qrPath } from '#src/lib/qr.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { toast } from '#src/stores/toasts.ts'
import { useMemo } from 'react'
import styles from './qr-code.module.css'

const token = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()
/** Saves a code as a picture, dark on light in every theme. */
export const saveQr = async (text: string, name: string) => {
  try {
    const file = await qrFile(text, name, { paper: token('--on-fill'), ink: token('--on-accent') })
    if (file === null) throw new Error('no drawing')
    saveFile(file)
  } catch {
    toast('refusals:picture_save_failed', {}, 'error')
  }
}

const quiet = 2
/** A QR code, dark on light in every theme. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const cells = useMemo(() => qrCells(text), [text])
  const side = cells.length + 2 * quiet
  return (
    <Box pad={2} round={2} className={styles.qr}>
      <svg viewBox={`${-quiet} ${-quiet} ${side} ${side}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={qrPath(cells)} fill="currentColor" />
      </svg>
    </Box>
  )
}
