import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query matches; updates when that changes. */
export const useMedia = (query: string): boolean => {
  const listen = useCallback(
    (onChange: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}

/** Whether the window is wide enough for the desktop layout. */
export const useIsDesktop = () => useMedia('(min-width: 1024px)')
