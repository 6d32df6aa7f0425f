import { Box, Press } from '#src/ui/box.tsx'
import { lazy, memo, Suspense, useState } from 'react'
import { withFaces } from './faces.ts'
import styles from './room.module.css'

/** Loaded with the first link that is followed. */
const LeaveDialog = lazy(async () => ({ default: (await import('./leave-dialog.tsx')).LeaveDialog }))

const links = /\bhttps?:\/\/[^\s<>"'`]+[^\s<>"'`.,;:!?)\]}，。；：！？）」』]/giu

/** The host that a link really leads to, in the form that shows letters of another script; null for what is no link. */
export const hostOf = (text: string): string | null => {
  try {
    const { host, protocol, username } = new URL(text)
    return (protocol === 'https:' || protocol === 'http:') && username === '' ? host : null
  } catch {
    return null
  }
}
/** A text as parts: plain ones, and links with their host. Only outside of links a name of an emoji is one. */
export const partsOf = (text: string): readonly { readonly text: string; readonly host: string | null }[] => {
  const parts: { text: string; host: string | null }[] = []
  let at = 0
  for (const found of text.matchAll(links)) {
    const host = hostOf(found[0])
    if (host === null) continue
    if (found.index > at) parts.push({ text: withFaces(text.slice(at, found.index)), host: null })
    parts.push({ text: found[0], host })
    at = found.index + found[0].length
  }
  if (at < text.length) parts.push({ text: withFaces(text.slice(at)), host: null })
  return parts
}
/** A person's text: never anything but text. A link names its real host, and leaves the app only after asking. */
export const RichText = memo(function RichText({ text }: { readonly text: string }) {
  return partsOf(text).map(({ text: part, host }, at) =>
    host === null ? part : <Linked key={at} address={part} host={host} />,
  )
})
function Linked({ address, host }: { readonly address: string; readonly host: string }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Box as="span" breaks>
        <Press tone="info" text="start" breaks className={styles.link} onClick={() => setIsAsked(true)}>
          {address}
        </Press>{' '}
        <Box as="small" ground="pressed" round={1} size={1} tone={1} sidePad={1}>
          {host}
        </Box>
      </Box>
      {isAsked && (
        <Suspense fallback={null}>
          <LeaveDialog address={address} host={host} onClose={() => setIsAsked(false)} />
        </Suspense>
      )}
    </>
  )
}
