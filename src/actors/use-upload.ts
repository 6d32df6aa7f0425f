import { limits } from '#contract/wire/limits.ts'
import type { UploadFolder } from '#contract/platform.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { useMemo } from 'react'
import { useServices } from './services.tsx'
import { uploadLogic } from './upload.actors.ts'

export type UploadState = {
  readonly state: 'empty' | 'tooLarge' | 'sending' | 'failed' | 'done'
  /** The address of the file once it is uploaded. */
  readonly url: string | null
  readonly percent: number
  readonly failure: Failure | null
  readonly choose: (file: File) => void
  readonly cancel: () => void
  readonly retry: () => void
}

/** The upload of one picture into a folder of the server. */
export function useUpload(folder: UploadFolder): UploadState {
  const services = useServices()
  const logic = useMemo(() => uploadLogic(services, folder), [services, folder])
  const actor = useActorRef(logic, { input: { maxBytes: limits.pictureBytes } })
  const { value, context } = useSelector(actor, (snapshot) => snapshot)
  return {
    state: value,
    url: context.upload?.url ?? null,
    percent: context.percent,
    failure: context.failure,
    choose: (file) => actor.send({ type: 'choose', file }),
    cancel: () => actor.send({ type: 'cancel' }),
    retry: () => actor.send({ type: 'retry' }),
  }
}
