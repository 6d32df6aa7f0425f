import { lazy, Suspense, useState, type ReactNode } from 'react'

/** Loaded when somebody scans, with its sentences. */
const ScanSheet = lazy(async () => ({ default: (await import('./scan-sheet.tsx')).ScanSheet }))

/** A scanner that is open or not: `open` opens it, `sheet` is drawn by the page. What was scanned closes it. */
export function useScan({ hint, onFound }: { readonly hint: string; readonly onFound: (text: string) => void }): {
  readonly open: () => void
  readonly sheet: ReactNode
} {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  const found = (text: string) => {
    close()
    onFound(text)
  }
  return {
    open: () => setIsOpen(true),
    sheet: isOpen && (
      <Suspense fallback={null}>
        <ScanSheet hint={hint} onFound={found} onClose={close} />
      </Suspense>
    ),
  }
}
