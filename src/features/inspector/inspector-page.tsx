import { belowBase } from '#src/lib/below-base.ts'
import { useConfig } from '#src/stores/config.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { KontorBench } from './kontor-bench.tsx'
import { mayInspect } from './may-inspect.ts'

const isDev = () => import.meta.env?.DEV === true

/** Where the inspector is closed its pages look like any address without a page. */
function Door({ children }: { readonly children: ReactNode }) {
  const isOpen = useConfig((config) => mayInspect(config, isDev()))
  const { t } = useTranslation('shell')
  if (isOpen) return children
  return (
    <Page title={t('titles.notFound')}>
      <Empty icon="search" text={t('notFound.text')} />
    </Page>
  )
}

/** The machines of this page, its streams and its line. */
export function InspectorPage() {
  const { t } = useTranslation('inspector')
  return (
    <Door>
      <Page title={t('titles.page')} isWide isFlush>
        <KontorBench place="page" />
      </Page>
    </Door>
  )
}

/** Built beside the app and not as part of it, so that no page of a trader is divided differently for its sake. */
const galleryAddress = () => belowBase(isDev() ? '/src/app/gallery/element.ts' : '/gallery/gallery.js')

/** The shared parts, in the same file as the inspector: what is loaded at the start counts each file. */
export function GalleryPage() {
  const { t } = useTranslation('inspector')
  return (
    <Door>
      <Page title={t('titles.gallery')} isWide>
        <Gallery />
      </Page>
    </Door>
  )
}

function Gallery() {
  const place = useRef<HTMLDivElement>(null)
  const [isFailed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const element = document.createElement('kontor-gallery')
    place.current?.append(element)
    import(/* @vite-ignore */ galleryAddress()).catch(() => setFailed(true))
    return () => element.remove()
  }, [turn])
  const again = () => {
    setFailed(false)
    setTurn(turn + 1)
  }
  return (
    <>
      <div ref={place} />
      {isFailed && <Failed onRetry={again} />}
    </>
  )
}
