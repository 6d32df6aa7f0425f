import { captureMachine, captureStateOf, type CaptureReport } from '#machines/kit/capture.ts'
import { Subject } from 'rxjs'
import { expect, test, vi } from 'vitest'
import { createActor, fromEventObservable, fromPromise } from 'xstate'

test('a photo is looked at before it is used, taken again, and a camera that is refused or missing is said and asked for again', async () => {
  let camera$ = new Subject<CaptureReport>()
  const photo = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })
  const photos: (File | null)[] = [null, photo, photo]
  const actor = createActor(
    captureMachine.provide({
      actors: {
        watchCamera: fromEventObservable<CaptureReport, void>(() => (camera$ = new Subject())),
        takePhoto: fromPromise<File | null, void>(async () => photos.shift() ?? null),
      },
    }),
  ).start()
  const seen = [captureStateOf(actor.getSnapshot())]
  actor.subscribe((now) => seen.at(-1) !== captureStateOf(now) && seen.push(captureStateOf(now)))
  const reaches = (state: string) => vi.waitFor(() => expect(seen.at(-1)).toBe(state))
  camera$.next({ type: 'camera.failed', fault: 'denied' })
  actor.send({ type: 'again' })
  camera$.next({ type: 'camera.failed', fault: 'absent' })
  actor.send({ type: 'again' })
  actor.send({ type: 'take' })
  camera$.next({ type: 'camera.opened' })
  // Before the camera sees anything there is nothing to take.
  actor.send({ type: 'take' })
  await reaches('looking')
  actor.send({ type: 'take' })
  await reaches('taken')
  actor.send({ type: 'again' })
  expect(actor.getSnapshot().context.photo).toBeNull()
  actor.send({ type: 'take' })
  await reaches('taken')
  actor.send({ type: 'use' })
  expect([seen, actor.getSnapshot().context.photo]).toEqual([
    [
      'asking',
      'denied',
      'asking',
      'absent',
      'asking',
      'looking',
      'taking',
      'looking',
      'taking',
      'taken',
      'looking',
      'taking',
      'taken',
      'used',
    ],
    photo,
  ])
})
