import { captureMachine, type CaptureReport } from '#machines/kit/capture.ts'
import { Observable } from 'rxjs'
import { fromEventObservable, fromPromise } from 'xstate'
import { cameraFaultOf, openCamera } from './camera.ts'
import { photoOf } from './photo-of.ts'

const idealWidth = 1920

/** Connects the machine that takes a photo to the camera, which is off when nobody looks. */
export const captureLogic = (video: () => HTMLVideoElement | null, facingMode: 'environment' | 'user') =>
  captureMachine.provide({
    actors: {
      watchCamera: fromEventObservable<CaptureReport, void>(
        () =>
          new Observable((observer) => {
            let isOver = false
            let stop: (() => void) | null = null
            openCamera(video(), { facingMode, width: idealWidth, isOver: () => isOver }).then(
              (opened) => {
                stop = opened
                observer.next(opened === null ? { type: 'camera.failed', fault: 'absent' } : { type: 'camera.opened' })
              },
              (error: unknown) => observer.next({ type: 'camera.failed', fault: cameraFaultOf(error) }),
            )
            return () => {
              isOver = true
              stop?.()
            }
          }),
      ),
      takePhoto: fromPromise<File | null, void>(async () => photoOf(video())),
    },
  })
