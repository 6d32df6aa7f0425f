import { flushSync } from 'react-dom'
import type { Direction } from './trail.ts'

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Shows the next page: it slides in from the right and back out to the right, where the browser can and may. */
export const slide = (direction: Direction, show: () => void) => {
  if (direction === 'across' || document.hidden || !('startViewTransition' in document) || wantsStillness()) return show()
  document.documentElement.dataset['slide'] = direction
  const transition = document.startViewTransition(() => flushSync(show))
  const settle = () => delete document.documentElement.dataset['slide']
  transition.finished.then(settle, settle)
  // A transition that is skipped, by another one for instance, is no failure.
  transition.ready.catch(() => {})
}
