import type { CameraFault } from '#machines/kit/qr-scan.ts'

/** Why the camera cannot be used, by what the browser says. */
export const cameraFaultOf = (error: unknown): CameraFault =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'absent'
/** Browsers without a camera, and pages that may not use one, have no such list. */
const devices = (): MediaDevices | undefined => navigator.mediaDevices

type Wanted = { readonly facingMode: 'environment' | 'user'; readonly width: number; readonly isOver: () => boolean }
/**
 * Shows in `screen` what the camera sees. How it is switched off; null where nobody looks any more, or there is no
 * camera.
 */
export async function openCamera(screen: HTMLVideoElement | null, { facingMode, width, isOver }: Wanted) {
  const has = devices()
  if (has === undefined || screen === null) return null
  const stream = await has.getUserMedia({ video: { facingMode, width: { ideal: width } } })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  if (isOver()) {
    stop()
    return null
  }
  screen.srcObject = stream
  await screen.play().catch(() => {})
  return stop
}
