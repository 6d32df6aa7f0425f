import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { Photo } from './photo-viewer.tsx'

/** Loaded when the first photo is opened. */
const PhotoViewer = lazy(async () => ({ default: (await import('./photo-viewer.tsx')).PhotoViewer }))

type Props = {
  readonly photos: readonly Photo[]
  /** Small photos to press; `show` opens one of them over the whole screen. */
  readonly children: (show: (at: number) => void) => ReactNode
}

/** Photos of which one can be opened. */
export function Photos({ photos, children }: Props) {
  const [at, setAt] = useState<number | null>(null)
  return (
    <>
      {children(setAt)}
      {at !== null && (
        <Suspense fallback={null}>
          <PhotoViewer photos={photos} at={at} onGo={setAt} onClose={() => setAt(null)} />
        </Suspense>
      )}
    </>
  )
}
