import { qrScanMachine, type CameraReport } from '#machines/kit/qr-scan.ts'
import { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { cameraFaultOf, openCamera } from '#src/parts/camera/camera.ts'
import { createReader } from './read-code.ts'

const betweenFramesMs = 120
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
            let stop: (() => void) | null = null
            let timer: ReturnType<typeof setTimeout> | null = null
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
              const screen = video()
              const [opened, reader] = await Promise.all([
                openCamera(screen, { facingMode: 'environment', width: 1280, isOver: () => isOver }),
                createReader(),
              ])
              stop = opened
              if (isOver) return opened?.()
              if (opened === null || screen === null) return observer.next({ type: 'camera.failed', fault: 'absent' })
              observer.next({ type: 'camera.opened' })
              void look(screen, reader)
            }
            begin().catch((error: unknown) => observer.next({ type: 'camera.failed', fault: cameraFaultOf(error) }))
            return () => {
              isOver = true
              if (timer !== null) clearTimeout(timer)
              stop?.()
            }
          }),
      ),
      readPicture: fromPromise<string | null, { file: File | null }>(async ({ input: { file } }) =>
        file === null ? null : (await createReader()).inPicture(file),
      ),
    },
  })
