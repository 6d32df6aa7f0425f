import type { UploadFolder } from '#contract/platform.ts'
import { uploadMachine, type UploadTold } from '#machines/upload.ts'
import { Observable } from 'rxjs'
import { fromEventObservable } from 'xstate'
import type { Services } from './services.tsx'

/** Joins the upload machine to the call; a cancelled upload is cut off, not only forgotten. */
export const uploadLogic = ({ upload }: Pick<Services, 'upload'>, folder: UploadFolder) =>
  uploadMachine.provide({
    actors: {
      sendFile: fromEventObservable<UploadTold, { file: File | null }>(
        ({ input: { file } }) =>
          new Observable((hear) => {
            if (file === null) return
            const cut = new AbortController()
            const onProgress = (percent: number) => hear.next({ type: 'upload.progressed', percent })
            upload(file, folder, onProgress, cut.signal).then(
              (reply) => {
                hear.next({ type: 'upload.answered', reply })
                hear.complete()
              },
              (error: unknown) => hear.error(error),
            )
            return () => cut.abort()
          }),
      ),
    },
  })
