import { fieldsOf, readStored, textOf, writeStored } from '#src/lib/storage.ts'
import { create } from 'zustand'

/** An intent that was sent, or is about to be, and whose outcome is unknown. Without secrets. */
export type Intent = {
  readonly key: string
  readonly method: string
  readonly path: string
  readonly body: unknown
  readonly atMs: number
}

/** The open intents, stored separately for each account. */
export type IntentStore = {
  /** False: it could not be stored, so it must not be sent. */
  readonly put: (intent: Intent) => boolean
  readonly drop: (key: string) => void
  readonly list: () => readonly Intent[]
}

const maxOpen = 100
const nameOf = (account: number) => `wishes.${account}`
const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

const intentOf = (raw: unknown): Intent[] => {
  const fields = fieldsOf(raw)
  const key = textOf(fields?.['key'])
  const method = textOf(fields?.['method'])
  const path = textOf(fields?.['path'])
  const atMs = fields?.['atMs']
  if (key === null || !keyForm.test(key) || method === null || path === null) return []
  return [{ key, method, path, body: fields?.['body'] ?? {}, atMs: typeof atMs === 'number' ? atMs : 0 }]
}
const read = (raw: unknown) => (Array.isArray(raw) ? raw.slice(-maxOpen).flatMap(intentOf) : null)

const none: readonly Intent[] = []

/** The keys of the open intents of the account that is logged in. */
export const useOpenIntents = create<{ readonly keys: readonly string[] }>()(() => ({ keys: [] }))

/** The open intents of the account that is logged in; those of other accounts cannot be read. */
export const createIntentStore = (account: () => number | null): IntentStore => {
  const list = () => {
    const id = account()
    return id === null ? none : (readStored(nameOf(id), read) ?? none)
  }
  const write = (intents: readonly Intent[]) => {
    const id = account()
    if (id === null) return false
    useOpenIntents.setState({ keys: intents.map(({ key }) => key) })
    return writeStored(nameOf(id), intents)
  }
  return {
    list,
    put: (intent) => {
      const before = list()
      if (write([...before.filter(({ key }) => key !== intent.key), intent].slice(-maxOpen))) return true
      write(before)
      return false
    },
    drop: (key) => {
      const before = list()
      if (before.some((intent) => intent.key === key)) write(before.filter((intent) => intent.key !== key))
    },
  }
}
