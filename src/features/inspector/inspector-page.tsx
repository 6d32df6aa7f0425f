import { belowBase } from '#src/lib/below-base.ts'
import { useConfig } from '#src/stores/config.ts'
import { Empty } from '#src/ui/empty.tsx'
import { Failed } from '#src/ui/failed.tsx'
import { Page } from '#src/ui/page.tsx'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useTranslation, I18nextProvider } from 'react-i18next'
import { mayInspect } from './may-inspect.ts'
import { ServicesContext, useServices } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import { Link } from '#src/parts/link.tsx'
import { closeDock, openDock } from '@kontor/inspector/dock'
import styles from '@kontor/inspector/inspector.module.css'
import { Workbench } from '@kontor/inspector/workbench'
import { ReplayPanel } from './recording/replay-panel.tsx'
import { ClockLine, OpenThings, StreamTable } from './stream-table.tsx'
import { loadCharts, watchedOf } from './watched.ts'

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

/** The inspector with what it is told of Kontor: actors, frames, secrets, words, and panels of its own. */
function KontorBench({ place }: { readonly place: 'page' | 'dock' }) {
  const services = useServices()
  const { t, i18n } = useTranslation('inspector')
  const watched = watchedOf(services)
  const dock = () => {
    openDock(
      t('titles.page'),
      <I18nextProvider i18n={i18n}>
        <ServicesContext value={services}>
          <KontorBench place="dock" />
        </ServicesContext>
      </I18nextProvider>,
    )
    go('/')
  }
  return (
    <Workbench
      inspection={watched.inspection}
      charts={loadCharts}
      words={(key, values) => t(key, { ...values })}
      place={place}
      onPlace={place === 'dock' ? closeDock : dock}
      links={
        place === 'page' && (
          <Link to="/inspector/gallery" className={styles.small}>
            {t('titles.gallery')}
          </Link>
        )
      }
      facts={<ClockLine watched={watched} />}
      panels={[
        {
          name: 'streams',
          label: t('parts.streams'),
          body: (
            <>
              <StreamTable watched={watched} />
              <OpenThings watched={watched} />
            </>
          ),
        },
        { name: 'replay', label: t('parts.replay'), body: <ReplayPanel />, isWide: true },
      ]}
    />
  )
}
