import { useEffect, useState } from 'react'

/** An address of a file that is not uploaded, for as long as the component is there; null at first. */
export function useFileUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}
