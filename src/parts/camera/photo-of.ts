const quality = 0.92

/** The part of a picture that a box shows which it fills: what is cut off on the screen is not in the photo. */
export function shownPart(picture: { width: number; height: number }, box: { width: number; height: number }) {
  const scale = Math.max(box.width / picture.width, box.height / picture.height)
  const [width, height] = [Math.min(picture.width, box.width / scale), Math.min(picture.height, box.height / scale)]
  return { x: (picture.width - width) / 2, y: (picture.height - height) / 2, width, height }
}

/** What the camera sees now as a photo, which stands still meanwhile; null before it sees anything. */
export async function photoOf(screen: HTMLVideoElement | null): Promise<File | null> {
  if (screen === null || screen.videoWidth === 0) return null
  screen.pause()
  const { clientWidth, clientHeight, videoWidth, videoHeight } = screen
  const part = shownPart({ width: videoWidth, height: videoHeight }, { width: clientWidth, height: clientHeight })
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(part.width)
  canvas.height = Math.round(part.height)
  canvas.getContext('2d')?.drawImage(screen, part.x, part.y, part.width, part.height, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
  return blob === null ? null : new File([blob], 'photo.jpg', { type: 'image/jpeg' })
}
