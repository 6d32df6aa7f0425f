import { create } from 'zustand'

/** A short message over the page. `text` is `ns:key`, translated when it is shown. */
export type Toast = {
  readonly id: number
  readonly text: string
  readonly params: Readonly<Record<string, unknown>>
  readonly kind: 'plain' | 'error'
}

/** Equal texts are shown once; when there are more, the oldest are dropped. */
const maxToasts = 3
let last = 0

export const useToasts = create<{ readonly toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

/** Shows a message; it disappears by itself. */
export const toast = (text: string, params: Toast['params'] = {}, kind: Toast['kind'] = 'plain') => {
  last += 1
  const added: Toast = { id: last, text, params, kind }
  useToasts.setState(({ toasts }) => ({
    toasts: [...toasts.filter((each) => each.text !== text), added].slice(-maxToasts),
  }))
}
export const dropToast = (id: number) =>
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }))
