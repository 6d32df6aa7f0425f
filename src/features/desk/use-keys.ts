import { useEffect, useEffectEvent } from 'react'

const isTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('input, select, textarea')

/** Keys of a page of the desk: they rest while a text is typed or a layer is open. */
export function useKeys(keys: Readonly<Record<string, () => void>>) {
  const hear = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, isComposing, target, key } = event
    if (ctrlKey || metaKey || altKey || isComposing || isTyped(target)) return
    const press = document.querySelector('dialog[open]') === null ? keys[key.toLowerCase()] : undefined
    if (press === undefined) return
    // The key itself is not typed into what it leads to.
    event.preventDefault()
    press()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => hear(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The search of the list that is shown. */
export const focusSearch = () => document.querySelector<HTMLInputElement>('input[type="search"]')?.focus()
