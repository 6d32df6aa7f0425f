import { useEffect, useRef, type SyntheticEvent } from 'react'

/** A native dialog that is open while its component is mounted; the focus moves in, and back on unmount. */
export const useModal = (onLeave: () => void) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const leave = useRef(onLeave)
  useEffect(() => {
    leave.current = onLeave
  })
  useEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    const before = document.activeElement
    if (!element.open) element.showModal()
    if (!element.contains(document.activeElement) || document.activeElement?.matches('button')) {
      const first = element.querySelector<HTMLElement>('[autofocus], [data-first-focus]')
      first?.focus({ preventScroll: true })
    }
    const stopBeside = onTapBeside(element, () => leave.current())
    return () => {
      stopBeside()
      element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])

  const onCancel = (event: SyntheticEvent) => {
    // A file input inside bubbles its own cancel event; ignore it. React decides when the dialog is unmounted.
    if (event.target !== dialog.current) return
    event.preventDefault()
    onLeave()
  }
  return { dialog, onCancel }
}

/** A tap that starts and ends on the backdrop; a drag out of a field is not one. */
const onTapBeside = (element: HTMLDialogElement, hear: () => void) => {
  let began: EventTarget | null = element
  const begin = (event: Event) => {
    began = event.target
  }
  const end = (event: Event) => {
    if (event.target === element && began === element) hear()
  }
  element.addEventListener('pointerdown', begin)
  element.addEventListener('click', end)
  return () => {
    element.removeEventListener('pointerdown', begin)
    element.removeEventListener('click', end)
  }
}
