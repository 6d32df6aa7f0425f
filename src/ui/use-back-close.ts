import { useEffect, useId, useRef } from 'react'

const stateOf = (): object => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}
const layerOf = () => {
  const state = stateOf()
  return 'layer' in state ? state.layer : undefined
}
const standing = new Set<string>()

/**
 * Back closes a layer instead of leaving the page: an open layer has an entry of the history of its own, which is taken
 * away again when the layer closes by other means. A link out of the layer takes that entry's place (`go`).
 */
export const useBackClose = (onBack: () => void, isHeld = false) => {
  const id = useId()
  const told = useRef(onBack)
  const held = useRef(isHeld)
  useEffect(() => {
    told.current = onBack
    held.current = isHeld
  })
  useEffect(() => {
    const push = () => history.pushState({ ...stateOf(), layer: id }, '')
    standing.add(id)
    if (layerOf() !== id) push()
    const hear = () => {
      if (layerOf() === id || !standing.has(id)) return
      if (held.current) push()
      else told.current()
    }
    addEventListener('popstate', hear)
    return () => {
      removeEventListener('popstate', hear)
      standing.delete(id)
      // Later, so that a layer that stands up again at once finds its entry, and a link that was tapped comes first.
      setTimeout(() => {
        if (!standing.has(id) && layerOf() === id) history.back()
      })
    }
  }, [id])
}
