/**
 * Called when a press that is held has opened something: the click that follows the release would land on whatever has
 * appeared under the finger. Such clicks are dropped until the next press; those of the keyboard pass.
 */
export function eatRelease(): void {
  const eat = (event: MouseEvent) => {
    if (event.detail === 0) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  const stop = () => {
    removeEventListener('click', eat, true)
    removeEventListener('pointerdown', stop, true)
  }
  addEventListener('click', eat, true)
  addEventListener('pointerdown', stop, true)
}
