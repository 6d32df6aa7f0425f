import type { Photo } from '#src/parts/photos/photo-viewer.tsx'
import { Photos } from '#src/parts/photos/photos.tsx'
import { Press } from '#src/ui/box.tsx'
import styles from './desk.module.css'

/** Pictures in a row; a tap opens one. */
export function Pictures({ photos, hasNames }: { readonly photos: readonly Photo[]; readonly hasNames?: boolean }) {
  if (photos.length === 0) return null
  return (
    <Photos photos={photos}>
      {(show) => (
        <div className={styles.files}>
          {photos.map(({ url, name }, at) => (
            <Press
              key={url}
              lay="stack"
              gap={1}
              size={2}
              tone={2}
              text="start"
              className={styles.file}
              onClick={() => show(at)}
            >
              <img src={url} alt={name} loading="lazy" />
              {/* Read aloud once: the picture has the same name. */}
              {hasNames && <span aria-hidden="true">{name}</span>}
            </Press>
          ))}
        </div>
      )}
    </Photos>
  )
}
