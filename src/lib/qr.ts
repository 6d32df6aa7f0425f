import { encode } from 'uqr'

export type QrCells = readonly (readonly boolean[])[]
/** The cells of a QR code, dark ones true, without the quiet zone around it. */
export const qrCells = (text: string): QrCells => encode(text, { border: 0, ecc: 'M' }).data
/** The dark cells as one path of a drawing in which a cell is one unit. */
export const qrPath = (cells: QrCells) =>
  cells.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')

const cellPx = 12
const quietCells = 4
/** A QR code as a picture to be saved; null where the browser cannot draw. */
export const qrFile = (
  text: string,
  name: string,
  { paper, ink }: { readonly paper: string; readonly ink: string },
): Promise<File | null> => {
  const cells = qrCells(text)
  const side = (cells.length + 2 * quietCells) * cellPx
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const drawing = canvas.getContext('2d')
  if (drawing === null) return Promise.resolve(null)
  drawing.fillStyle = paper
  drawing.fillRect(0, 0, side, side)
  drawing.fillStyle = ink
  cells.forEach((row, y) =>
    row.forEach(
      (isDark, x) => isDark && drawing.fillRect((x + quietCells) * cellPx, (y + quietCells) * cellPx, cellPx, cellPx),
    ),
  )
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob === null ? null : new File([blob], name, { type: 'image/png' })), 'image/png'),
  )
}
