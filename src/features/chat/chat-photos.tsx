import { contentOf } from '#contract/chat/chat-content.ts'
import type { ChatLog } from '#machines/chat/chat-log.ts'
import { belowBase } from '#src/lib/below-base.ts'
import { PhotoViewer } from '#src/parts/photos/photo-viewer.tsx'
import { useMemo, useState } from 'react'
import { useWhen } from './use-chats.ts'

type Props = { readonly url: string; readonly log: ChatLog; readonly onClose: () => void }

/** The photos of a chat as far as its messages are held, beginning with the one that was tapped. */
export function ChatPhotos({ url, log, onClose }: Props) {
  const when = useWhen()
  const [shown, setShown] = useState(url)
  const photos = useMemo(
    () =>
      [...log.entries.values()]
        .toSorted((a, b) => a.message.n - b.message.n)
        .flatMap(({ message }) => {
          const content = contentOf(message)
          if (content.by !== 'user') return []
          const text = content.kind === 'imageText' ? content.value.textDesc : ''
          const image =
            content.kind === 'image' ? content.value : content.kind === 'imageText' ? content.value.fileInfo : null
          if (image === null) return []
          const said = `${message.userName} · ${when.short(message.createMs)}`
          return [{ url: belowBase(image.url), name: image.fileName, caption: text === '' ? said : `${text}\n${said}` }]
        }),
    [log, when],
  )
  const at = photos.findIndex((photo) => photo.url === shown)
  // What was revoked or deleted meanwhile is shown no longer.
  if (at < 0) return null
  return <PhotoViewer photos={photos} at={at} onGo={(next) => setShown(photos[next]?.url ?? shown)} onClose={onClose} />
}
