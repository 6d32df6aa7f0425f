import { chatAccount } from '#contract/chat-account.ts'
import { limits } from '#contract/wire/limits.ts'
import { upload as uploadShape, type Upload, type UploadFolder } from '#contract/platform.ts'
import type { Reply } from '#contract/wire/reply.ts'
import { newKey } from '#src/lib/new-key.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { headersOf, type Caller } from './http.ts'
import { understand } from './understand.ts'

/** Files travel as a form with one part, so their call is no entry of the table; its answer is wrapped like the chat's. */
const call = { ...chatAccount.logout, path: 'fileServer/upload', output: uploadShape } as const

const bodyOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Sends one file and tells how far it is: what fetch cannot tell yet. */
export const createUpload =
  (caller: () => Caller, makeRequest: () => XMLHttpRequest = () => new XMLHttpRequest()) =>
  (file: File, folder: UploadFolder, onProgress: (percent: number) => void, signal: AbortSignal): Promise<Reply<Upload>> =>
    new Promise((settle) => {
      const lost = () => settle({ ok: false, failure: { kind: 'unknown', because: 'unreachable' } })
      const ask = makeRequest()
      ask.open('POST', belowBase(`/chat/${call.path}/${folder}`))
      ask.timeout = limits.requestTimeoutMs
      const headers = { ...headersOf(caller()), 'Idempotency-Key': newKey() }
      for (const [name, value] of Object.entries(headers)) ask.setRequestHeader(name, value)
      ask.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(Math.floor((loaded / total) * 100))
      })
      ask.addEventListener('load', () => {
        const seconds = Number(ask.getResponseHeader('Retry-After') ?? Number.NaN)
        const retryAfterMs = Number.isFinite(seconds) ? seconds * 1000 : null
        settle(understand(call, { status: ask.status, retryAfterMs, body: bodyOf(ask.responseText) }))
      })
      for (const end of ['error', 'abort', 'timeout']) ask.addEventListener(end, lost)
      signal.addEventListener('abort', () => ask.abort())
      if (signal.aborted) return lost()
      const form = new FormData()
      form.set('fileName', file)
      ask.send(form)
    })
