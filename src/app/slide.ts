import { flushSync } from 'react-dom'
import type { Direction } from './trail.ts'

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches

/** Shows the next page with a slide transition, if the browser supports it and the user allows motion. */
export const slide = (direction: Direction, show: () => void) => {
  if (direction === 'across' || document.hidden || !('startViewTransition' in document) || wantsStillness())
    return show()
  document.documentElement.dataset['slide'] = direction
  const transition = document.startViewTransition(() => flushSync(show))
  const settle = () => delete document.documentElement.dataset['slide']
  transition.finished.then(settle, settle)
  // The promise also rejects when a transition is skipped, for example by the next one; that is not an error.
  transition.ready.catch(() => {})
}
