import type { Endpoint, OutputOf } from '#contract/wire/endpoint.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { toast } from '#src/stores/toasts.ts'
import { useState } from 'react'

/** How a sheet over a list ends: it is left, or what it asks for is done. */
export type Ends = { readonly onClose: () => void; readonly onDone: () => void }

/** What somebody means to change, in a sheet over a list that is read again once it is done. */
export function useWish<T>(refresh: () => unknown) {
  const [wish, setWish] = useState<T | null>(null)
  const onClose = () => setWish(null)
  const onDone = () => {
    onClose()
    void refresh()
  }
  return { wish, setWish, ends: { onClose, onDone } satisfies Ends }
}

/** An act of the desk, which says that it has been taken. */
export const useAct = <E extends Endpoint<'changes'>>(
  call: E,
  onDone: () => void,
  said: (value: OutputOf<E> | null) => string = () => 'desk:saved',
) =>
  useSubmit(call, {
    onDone: (value) => {
      toast(said(value))
      onDone()
    },
  })
/** What is said of one that may wait for a second person. */
export const takenText = (row: { readonly waits?: string | null } | null) =>
  row?.waits ? 'desk:proposed' : 'desk:saved'
