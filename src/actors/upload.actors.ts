import type { UploadFolder } from '#contract/platform/platform.ts'
import { newKey } from '#src/lib/new-key.ts'
import { uploadMachine, type UploadReport } from '#machines/kit/upload.ts'
import { Observable } from 'rxjs'
import { fromEventObservable } from 'xstate'
import type { Services } from './services.tsx'

/**
 * Connects the upload machine to the call; a cancelled upload is aborted, a repeated one has the key of the first
 * attempt.
 */
export const uploadLogic = ({ upload }: Pick<Services, 'upload'>, folder: UploadFolder) => {
  const keys = new WeakMap<File, string>()
  const keyOf = (file: File) => {
    const key = keys.get(file) ?? newKey()
    keys.set(file, key)
    return key
  }
  return uploadMachine.provide({
    actors: {
      sendFile: fromEventObservable<UploadReport, { file: File | null }>(
        ({ input: { file } }) =>
          new Observable((observer) => {
            if (file === null) return
            const controller = new AbortController()
            const onProgress = (percent: number) => observer.next({ type: 'upload.progressed', percent })
            upload(file, folder, onProgress, controller.signal, keyOf(file)).then(
              (reply) => {
                observer.next({ type: 'upload.answered', reply })
                observer.complete()
              },
              (error: unknown) => observer.error(error),
            )
            return () => controller.abort()
          }),
      ),
    },
  })
}
