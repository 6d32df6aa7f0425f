import { create } from 'zustand'

/** A short sentence over the page. `text` is `ns:key`, translated when it is shown. */
export type Toast = {
  readonly id: number
  readonly text: string
  readonly params: Readonly<Record<string, unknown>>
  readonly kind: 'plain' | 'error'
}

/** A burst of the same sentence is one; older ones give way. */
const most = 3
let last = 0

export const useToasts = create<{ readonly toasts: readonly Toast[] }>()(() => ({ toasts: [] }))

/** Says something in passing. It goes away by itself. */
export const toast = (text: string, params: Toast['params'] = {}, kind: Toast['kind'] = 'plain') => {
  last += 1
  const said: Toast = { id: last, text, params, kind }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts.filter((each) => each.text !== text), said].slice(-most) }))
}
export const dropToast = (id: number) => useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((each) => each.id !== id) }))
