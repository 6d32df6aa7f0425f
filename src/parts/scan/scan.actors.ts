import { qrScanMachine, type CameraFault, type CameraReport } from '#machines/kit/qr-scan.ts'
import { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { createReader } from './read-code.ts'

const betweenFramesMs = 120
const faultOf = (error: unknown): CameraFault =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'SecurityError')
    ? 'denied'
    : 'absent'
/** Browsers without a camera, and pages that may not use one, have no such list. */
const devices = (): MediaDevices | undefined => navigator.mediaDevices

/**
 * Connects the machine that looks for a code to the camera, whose picture is shown in `video`. The camera is off when
 * nobody looks.
 */
export const scanLogic = (video: () => HTMLVideoElement | null) =>
  qrScanMachine.provide({
    actors: {
      watchCamera: fromEventObservable<CameraReport, void>(
        () =>
          new Observable((observer) => {
            let isOver = false
            let stream: MediaStream | null = null
            let timer: ReturnType<typeof setTimeout> | null = null
            const stop = () => {
              for (const track of stream?.getTracks() ?? []) track.stop()
            }
            const look = async (
              screen: HTMLVideoElement,
              reader: Awaited<ReturnType<typeof createReader>>,
            ): Promise<void> => {
              const text =
                screen.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && screen.videoWidth > 0
                  ? await reader.inFrame(screen)
                  : null
              if (isOver) return
              if (text !== null) observer.next({ type: 'code.seen', text })
              timer = setTimeout(() => void look(screen, reader), betweenFramesMs)
            }
            const begin = async () => {
              const has = devices()
              const screen = video()
              if (has === undefined || screen === null) return observer.next({ type: 'camera.failed', fault: 'absent' })
              const [opened, reader] = await Promise.all([
                has.getUserMedia({ video: { facingMode: 'environment', width: { ideal: 1280 } } }),
                createReader(),
              ])
              stream = opened
              if (isOver) return stop()
              screen.srcObject = opened
              await screen.play().catch(() => {})
              observer.next({ type: 'camera.opened' })
              void look(screen, reader)
            }
            begin().catch((error: unknown) => observer.next({ type: 'camera.failed', fault: faultOf(error) }))
            return () => {
              isOver = true
              if (timer !== null) clearTimeout(timer)
              stop()
            }
          }),
      ),
      readPicture: fromPromise<string | null, { file: File | null }>(async ({ input: { file } }) =>
        file === null ? null : (await createReader()).inPicture(file),
      ),
    },
  })
