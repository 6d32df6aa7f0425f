import { limits } from '#contract/wire/limits.ts'
import type { UploadFolder } from '#contract/platform/platform.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useActorRef, useSelector } from '@xstate/react'
import { shrinkPicture } from '#src/lib/shrink-picture.ts'
import { useEffect, useMemo, useRef } from 'react'
import { useServices } from './services.tsx'
import { uploadLogic } from './upload.actors.ts'

export type UploadState = {
  readonly state: 'empty' | 'tooLarge' | 'wrongType' | 'sending' | 'failed' | 'done'
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
  const chosen = useRef(0)
  // A lost connection is retried by itself when it is back: under the same key, so that one file is stored.
  const isLost = value === 'failed' && context.failure?.kind === 'unknown'
  useEffect(() => {
    if (!isLost) return
    const retry = () => actor.send({ type: 'retry' })
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [isLost, actor])
  const take = async (file: File) => {
    chosen.current += 1
    const mine = chosen.current
    const small = await shrinkPicture(file)
    if (mine === chosen.current) actor.send({ type: 'choose', file: small })
  }
  return {
    state: value,
    url: context.upload?.url ?? null,
    percent: context.percent,
    failure: context.failure,
    choose: (file) => void take(file),
    cancel: () => {
      chosen.current += 1
      actor.send({ type: 'cancel' })
    },
    retry: () => actor.send({ type: 'retry' }),
  }
}
