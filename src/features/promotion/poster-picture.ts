import { qrCells } from '#src/lib/qr.ts'
import { fontNow, withColors } from '#src/lib/theme.ts'

/** The content of the poster; texts in the current language. */
export type PosterWords = {
  readonly product: string
  readonly slogan: string
  readonly codeName: string
  readonly code: string
  readonly link: string
  readonly linkText: string
}
export const posterSize = { width: 1080, height: 780 } as const

const edge = 64
const qrSide = 312
const quietCells = 3

/** The background, or null where it cannot be loaded: the poster is still a poster without it. */
export const loadBackground = async (url: string): Promise<HTMLImageElement | null> => {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return image
  } catch {
    return null
  }
}

/** Colours that are the same in both themes: the backgrounds are dark in both. */
const inks = () =>
  withColors((of) => ({
    paper: of('on-fill'),
    ink: of('on-accent'),
    text: of('on-fill'),
    accent: of('accent-fill'),
    font: fontNow(),
  }))

/** Lines of at most that width, broken at spaces, or anywhere in a language that has none. */
function linesOf(ink: CanvasRenderingContext2D, text: string, most: number): readonly string[] {
  const parts = text.includes(' ') ? text.split(/(?<= )/) : [...text]
  const lines: string[] = ['']
  for (const part of parts) {
    const line = (lines.at(-1) ?? '') + part
    if (ink.measureText(line.trimEnd()).width > most && lines.at(-1) !== '') lines.push(part)
    else lines[lines.length - 1] = line
  }
  return lines.map((line) => line.trim())
}

/** Draws the poster; false where the browser cannot. */
export function drawPoster(
  canvas: HTMLCanvasElement,
  words: PosterWords,
  background: HTMLImageElement | null,
): boolean {
  const { width, height } = posterSize
  canvas.width = width
  canvas.height = height
  const ink = canvas.getContext('2d')
  if (ink === null) return false
  const color = inks()
  ink.fillStyle = color.ink
  ink.fillRect(0, 0, width, height)
  if (background !== null) ink.drawImage(background, 0, 0, width, height)
  const say = (text: string, x: number, y: number, px: number, weight: number, fill = color.text) => {
    ink.font = `${weight} ${px}px ${color.font}`
    ink.fillStyle = fill
    ink.fillText(text, x, y, width - edge - x)
  }
  say(words.product, edge, 130, 56, 700, color.accent)
  ink.font = `700 72px ${color.font}`
  const lines = linesOf(ink, words.slogan, width * 0.68)
  lines.slice(0, 2).forEach((line, at) => say(line, edge, 246 + at * 88, 72, 700))
  drawQr(ink, words.link, color)
  const aside = edge + qrSide + 48
  const base = height - edge
  ink.globalAlpha = 0.78
  say(words.codeName, aside, base - 180, 34, 400)
  say(words.linkText, aside, base - 14, 30, 400)
  ink.globalAlpha = 1
  say(words.code, aside, base - 88, 84, 700)
  return true
}

function drawQr(
  ink: CanvasRenderingContext2D,
  link: string,
  { paper, ink: dark }: { readonly paper: string; readonly ink: string },
) {
  const cells = qrCells(link)
  const cell = Math.floor(qrSide / (cells.length + 2 * quietCells))
  const side = cell * (cells.length + 2 * quietCells)
  const [left, top] = [edge, posterSize.height - edge - side]
  ink.fillStyle = paper
  ink.beginPath()
  ink.roundRect(left, top, side, side, 20)
  ink.fill()
  ink.fillStyle = dark
  cells.forEach((row, y) =>
    row.forEach(
      (isDark, x) => isDark && ink.fillRect(left + (x + quietCells) * cell, top + (y + quietCells) * cell, cell, cell),
    ),
  )
}

/** The picture as a file; null if the browser cannot create one. */
export const posterFile = (canvas: HTMLCanvasElement, name: string): Promise<File | null> =>
  new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob === null ? null : new File([blob], name, { type: 'image/png' })), 'image/png'),
  )
