import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, told again whenever that changes. */
export const useMedia = (query: string): boolean => {
  const listen = useCallback(
    (hear: () => void) => {
      const media = matchMedia(query)
      media.addEventListener('change', hear)
      return () => media.removeEventListener('change', hear)
    },
    [query],
  )
  return useSyncExternalStore(listen, () => matchMedia(query).matches)
}

/** A desk, not a phone: things stand side by side. */
export const useIsDesk = () => useMedia('(min-width: 1024px)')
