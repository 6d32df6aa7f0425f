import { limits } from '#contract/wire/limits.ts'
import { platform, upload as uploadShape, type Upload, type UploadFolder } from '#contract/platform/platform.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { headersOf, type Caller } from './http.ts'
import { understand } from './understand.ts'

/**
 * A file is sent as a multipart form, so the call is not in the endpoint table; its reply is wrapped like the chat's.
 */
const call = { ...platform.sysFiles, path: 'fileServer/upload', output: uploadShape } as const

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one file and reports its progress, which fetch cannot do yet. */
export const createUpload =
  (caller: () => Caller, createXhr: () => XMLHttpRequest = () => new XMLHttpRequest()) =>
  (
    file: File,
    folder: UploadFolder,
    onProgress: (percent: number) => void,
    signal: AbortSignal,
    /** The same for each attempt at one file, so that a repeated upload stores one file. */
    key: string,
  ): Promise<Reply<Upload>> =>
    new Promise((resolve) => {
      const lose = () => resolve({ ok: false, failure: { kind: 'unknown', because: 'unreachable' } })
      const xhr = createXhr()
      xhr.open('POST', belowBase(`/chat/${call.path}/${folder}`))
      xhr.timeout = limits.requestTimeoutMs
      const headers = { ...headersOf(caller()), 'Idempotency-Key': key }
      for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
      xhr.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(Math.floor((loaded / total) * 100))
      })
      xhr.addEventListener('load', () => {
        const seconds = Number(xhr.getResponseHeader('Retry-After') ?? Number.NaN)
        const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null
        resolve(understand(call, { status: xhr.status, retryAfterMs, body: bodyOf(xhr.responseText) }))
      })
      for (const end of ['error', 'abort', 'timeout']) xhr.addEventListener(end, lose)
      signal.addEventListener('abort', () => xhr.abort())
      if (signal.aborted) return lose()
      const form = new FormData()
      form.set('fileName', file)
      xhr.send(form)
    })
