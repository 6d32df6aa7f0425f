import { belowBase } from '#src/lib/below-base.ts'
import { useEffect, useState } from 'react'

/** Whether a picture shows a QR code. Null for one that cannot be read at all: about that nothing can be said. */
async function hasCode(url: string): Promise<boolean | null> {
  const image = new Image()
  image.src = belowBase(url)
  try {
    const [{ createReader }] = await Promise.all([import('#src/parts/scan/read-code.ts'), image.decode()])
    return (await (await createReader()).inImage(image)) !== null
  } catch {
    return null
  }
}

type Seen = { readonly url: string; readonly isCode: boolean | null }
/** Whether the picture behind a link shows a QR code; null without a link, and until it is known. */
export function useHasCode(url: string): boolean | null {
  const [seen, setSeen] = useState<Seen>({ url: '', isCode: null })
  useEffect(() => {
    if (url === '') return
    let isLatest = true
    void hasCode(url).then((isCode) => isLatest && setSeen({ url, isCode }))
    return () => {
      isLatest = false
    }
  }, [url])
  return seen.url === url ? seen.isCode : null
}
