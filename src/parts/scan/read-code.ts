import decodeQR from 'qr/decode.js'

/** A picture as its points: four bytes each, red, green, blue and opacity. */
export type Pixels = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray }

const pictureMs = 1500
/**
 * The text of the QR code in a picture; null when there is none. A frame of a camera gets one attempt, a picture takes
 * its time.
 */
export const codeInPixels = ({ width, height, data }: Pixels, isFrame = false): string | null => {
  try {
    return decodeQR({ width, height, data }, isFrame ? {} : { effort: 4, timeLimit: pictureMs })
  } catch {
    return null
  }
}

type Found = { readonly rawValue: string }
type Detector = { readonly detect: (from: CanvasImageSource) => Promise<readonly Found[]> }
type DetectorClass = {
  new (options: { formats: readonly string[] }): Detector
  readonly getSupportedFormats: () => Promise<readonly string[]>
}
const isDetectorClass = (raw: unknown): raw is DetectorClass =>
  typeof raw === 'function' && 'getSupportedFormats' in raw
/** The browser's own reader, which is quicker, where it has one. */
const ownDetector = async (): Promise<Detector | null> => {
  const raw: unknown = Reflect.get(globalThis, 'BarcodeDetector')
  if (!isDetectorClass(raw)) return null
  const formats = await raw.getSupportedFormats().catch((): readonly string[] => [])
  return formats.includes('qr_code') ? new raw({ formats: ['qr_code'] }) : null
}

type Size = { readonly width: number; readonly height: number }
const frameSide = 640
const pictureSide = 1600
const drawn = (from: CanvasImageSource, { width, height }: Size, maxSide: number): Pixels | null => {
  const scale = Math.min(1, maxSide / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const paper = canvas.getContext('2d', { willReadFrequently: true })
  if (paper === null) return null
  // Codes are dark on light; what is transparent is paper.
  paper.fillStyle = 'white'
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.drawImage(from, 0, 0, canvas.width, canvas.height)
  return paper.getImageData(0, 0, canvas.width, canvas.height)
}

/** Reads codes, by the browser or by the library. */
export const createReader = async () => {
  const own = await ownDetector()
  const read = async (from: CanvasImageSource, size: Size, isFrame: boolean): Promise<string | null> => {
    const [seen] = (await own?.detect(from).catch(() => [])) ?? []
    if (seen !== undefined && seen.rawValue !== '') return seen.rawValue
    if (own !== null && isFrame) return null
    const pixels = drawn(from, size, isFrame ? frameSide : pictureSide)
    return pixels === null ? null : codeInPixels(pixels, isFrame)
  }
  return {
    inFrame: (video: HTMLVideoElement) => read(video, { width: video.videoWidth, height: video.videoHeight }, true),
    /** A picture that is shown already. */
    inImage: (image: HTMLImageElement) =>
      read(image, { width: image.naturalWidth, height: image.naturalHeight }, false),
    inPicture: async (file: File): Promise<string | null> => {
      const bitmap = await createImageBitmap(file)
      try {
        return await read(bitmap, bitmap, false)
      } finally {
        bitmap.close()
      }
    },
  }
}
