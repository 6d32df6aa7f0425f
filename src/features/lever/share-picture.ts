import { fontNow, withColors } from '#src/lib/theme.ts'

/** The content of the picture; texts in the current language. */
export type PictureWords = {
  readonly product: string
  readonly title: string
  readonly symbol: string
  readonly side: string
  readonly percent: string
  readonly cells: readonly (readonly [name: string, value: string])[]
  readonly invite: string
  readonly code: string
}
export const pictureSize = { width: 1080, height: 1350 } as const

const edge = 84

/** Computed values of the tokens, because a canvas cannot use custom properties. */
const inks = (isLong: boolean, isGain: boolean) =>
  withColors((of) => ({
    page: of('page'),
    curve: of('line'),
    well: of('well'),
    text: of('text-1'),
    quiet: of('text-2'),
    accent: of('accent'),
    font: fontNow(),
    side: of(isLong ? 'rise' : 'fall'),
    result: of(isGain ? 'rise' : 'fall'),
  }))

/** Draws a closed position: side, result in percent, entry and exit price. Amounts are private and left out. */
export function drawPicture(
  canvas: HTMLCanvasElement,
  words: PictureWords,
  { isLong, isGain }: { readonly isLong: boolean; readonly isGain: boolean },
): boolean {
  const { width, height } = pictureSize
  canvas.width = width
  canvas.height = height
  const ink = canvas.getContext('2d')
  if (ink === null) return false
  const color = inks(isLong, isGain)
  const column = (width - 2 * edge) / 2
  const say = (text: string, x: number, y: number, px: number, fill: string, weight = 400, most = width - edge - x) => {
    ink.font = `${weight} ${px}px ${color.font}`
    ink.fillStyle = fill
    ink.fillText(text, x, y, most)
  }
  ink.fillStyle = color.page
  ink.fillRect(0, 0, width, height)
  drawCurve(ink, color.curve, isGain)
  say(words.product, edge, 150, 56, color.accent, 700)
  say(words.title, edge, 210, 32, color.quiet)
  say(words.symbol, edge, 400, 60, color.text, 700)
  say(words.side, edge, 470, 40, color.side, 600)
  say(words.percent, edge, 680, 150, color.result, 700)
  for (const [at, [name, value]] of words.cells.entries()) {
    const x = edge + (at % 2) * column
    const y = 840 + Math.floor(at / 2) * 140
    say(name, x, y, 30, color.quiet, 400, column - 32)
    say(value, x, y + 52, 40, color.text, 600, column - 32)
  }
  ink.fillStyle = color.well
  ink.fillRect(0, height - 190, width, 190)
  say(words.invite, edge, height - 112, 30, color.quiet)
  say(words.code, edge, height - 54, 48, color.text, 700)
  return true
}

/** A curve in the background: up for a gain, down for a loss. */
function drawCurve(ink: CanvasRenderingContext2D, stroke: string, isGain: boolean) {
  const { width } = pictureSize
  const y = (share: number) => (isGain ? 1020 - share : 520 + share)
  ink.strokeStyle = stroke
  ink.lineWidth = 10
  ink.beginPath()
  ink.moveTo(0, y(0))
  ink.bezierCurveTo(width * 0.35, y(60), width * 0.5, y(420), width, y(500))
  ink.stroke()
}

/** The picture as a file; null if the browser cannot create one. */
export const pictureFile = (canvas: HTMLCanvasElement, name: string): Promise<File | null> =>
  new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob === null ? null : new File([blob], name, { type: 'image/png' })), 'image/png'),
  )
