import { useEffect, useId, useRef } from 'react'

const stateOf = (): object => {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? state : {}
}
const layerOf = () => {
  const state = stateOf()
  return 'layer' in state ? state.layer : undefined
}
const openLayers = new Set<string>()
/** Layers that have closed in this turn; their entries are still there. */
const closing = new Set<unknown>()

/**
 * Back closes a layer instead of leaving the page: an open layer adds a history entry of its own, which is removed
 * when the layer closes by other means. A link out of the layer replaces that entry (`go`).
 */
export const useBackClose = (onBack: () => void, isHeld = false) => {
  const id = useId()
  const onBackRef = useRef(onBack)
  const isHeldRef = useRef(isHeld)
  useEffect(() => {
    onBackRef.current = onBack
    isHeldRef.current = isHeld
  })
  useEffect(() => {
    const push = () => history.pushState({ ...stateOf(), layer: id }, '')
    openLayers.add(id)
    // A layer that follows another one at once takes over its entry: one step back leaves both.
    if (closing.has(layerOf())) history.replaceState({ ...stateOf(), layer: id }, '')
    else if (layerOf() !== id) push()
    const onPopState = () => {
      if (layerOf() === id || !openLayers.has(id)) return
      if (isHeldRef.current) push()
      else onBackRef.current()
    }
    addEventListener('popstate', onPopState)
    return () => {
      removeEventListener('popstate', onPopState)
      openLayers.delete(id)
      closing.add(id)
      // Deferred: a layer that is mounted again at once reuses its entry, and a link that was tapped navigates first.
      setTimeout(() => {
        closing.delete(id)
        if (!openLayers.has(id) && layerOf() === id) history.back()
      })
    }
  }, [id])
}
