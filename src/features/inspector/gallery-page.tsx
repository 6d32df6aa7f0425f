import { belowBase } from '#src/lib/below-base.ts'
import { useConfig } from '#src/stores/config.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayInspect } from './may-inspect.ts'

const isDev = () => import.meta.env?.DEV === true
/** Built beside the app and not as part of it, so that no page of a trader is divided differently for its sake. */
const addressNow = () => belowBase(isDev() ? '/src/app/gallery/element.ts' : '/gallery/gallery.js')

/** The shared parts, for developers; open where the inspector is. */
export function GalleryPage() {
  const isOpen = useConfig((config) => mayInspect(config, isDev()))
  const { t } = useTranslation(['inspector', 'shell'])
  if (!isOpen) {
    return (
      <Page title={t('shell:titles.notFound')}>
        <Empty icon="search" text={t('shell:notFound.text')} />
      </Page>
    )
  }
  return (
    <Page title={t('titles.gallery')} isWide>
      <Shown />
    </Page>
  )
}

function Shown() {
  const place = useRef<HTMLDivElement>(null)
  const [isFailed, setFailed] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const element = document.createElement('kontor-gallery')
    place.current?.append(element)
    import(/* @vite-ignore */ addressNow()).catch(() => setFailed(true))
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
