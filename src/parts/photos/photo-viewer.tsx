import Lightbox, {
  ACTION_CLOSE,
  createModule,
  LightboxRoot,
  MODULE_NO_SCROLL,
  MODULE_PORTAL,
  useEvents,
} from 'yet-another-react-lightbox'
import type { ComponentProps, Plugin, ZoomRef } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import 'yet-another-react-lightbox/styles.css'
import { Row } from '#src/ui/box.tsx'
import { IconButton } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useBackClose } from '#src/ui/use-back-close.ts'
import { useModal } from '#src/ui/use-modal.ts'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './photos.module.css'

/** `name` is what it is called when it is saved or read aloud; `caption` stands below it. */
export type Photo = { readonly url: string; readonly name: string; readonly caption?: string }
type Props = {
  readonly photos: readonly Photo[]
  /** Which of them is shown. */
  readonly at: number
  readonly onGo: (at: number) => void
  readonly onClose: () => void
}

function Container({ children, close, styles: own }: ComponentProps) {
  const { subscribe } = useEvents()
  useEffect(() => subscribe(ACTION_CLOSE, close), [subscribe, close])
  return (
    <LightboxRoot className={styles.root} style={own.root}>
      {children}
    </LightboxRoot>
  )
}
/** The library's layer would lie below an open sheet: it lives in a dialog of ours instead. */
const inDialog: Plugin = ({ replace, remove }) => {
  remove(MODULE_NO_SCROLL)
  replace(MODULE_PORTAL, createModule('dialog', Container))
}
const plugins = [inDialog, Zoom]
const quarters = 4

/** Photos over the whole screen: swipe to the next, pinch or double tap to look closely, pull down to close. */
export function PhotoViewer({ photos, at, onGo, onClose }: Props) {
  const { t } = useTranslation('photos')
  const { dialog, onCancel } = useModal(onClose)
  useBackClose(onClose)
  const zoom = useRef<ZoomRef>(null)
  const slides = useMemo(() => photos.map(({ url, name }) => ({ src: url, alt: name })), [photos])
  const [turned, setTurned] = useState({ at, quarter: 0 })
  const quarter = turned.at === at ? turned.quarter : 0
  const shown = photos[at]
  const isAlone = photos.length < 2
  // Turned by a quarter it fits where its height was.
  const across = quarter % 2 === 1 ? { maxWidth: '100dvb', maxHeight: '100dvi' } : {}
  const onKey = ({ key }: KeyboardEvent) => {
    const next = at + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
    if (next !== at && photos[next] !== undefined) onGo(next)
  }
  return (
    <dialog ref={dialog} className={styles.viewer} aria-label={t('photos')} onCancel={onCancel}>
      <Row as="header" align="center" className={styles.head} onKeyDown={onKey}>
        <IconButton icon="close" label={t('ui:close')} onClick={onClose} />
        <p tabIndex={-1} data-first-focus="">
          {isAlone ? shown?.name : t('nth', { index: at + 1, total: photos.length })}
        </p>
        <IconButton icon="minus" label={t('smaller')} onClick={() => zoom.current?.zoomOut()} />
        <IconButton icon="plus" label={t('larger')} onClick={() => zoom.current?.zoomIn()} />
        <IconButton
          icon="refresh"
          label={t('turn')}
          onClick={() => setTurned({ at, quarter: (quarter + 1) % quarters })}
        />
        <a href={shown?.url} download={shown?.name} aria-label={t('save')}>
          <Icon name="download" />
        </a>
      </Row>
      <Lightbox
        open
        close={onClose}
        index={at}
        slides={slides}
        plugins={plugins}
        zoom={{ ref: zoom, scrollToZoom: true, maxZoomPixelRatio: 3 }}
        controller={controller}
        carousel={{
          ...carousel,
          imageProps: ({ src }) => (src === shown?.url ? { style: { rotate: `${quarter * 90}deg`, ...across } } : {}),
        }}
        toolbar={noToolbar}
        on={{ view: ({ index }) => index !== at && onGo(index) }}
        labels={labelsIn(t)}
        render={isAlone ? noArrows : noButtons}
      />
      {shown?.caption !== undefined && (
        <p className={styles.caption} dir="auto">
          {shown.caption}
        </p>
      )}
    </dialog>
  )
}
const controller = { closeOnPullDown: true, focus: false, aria: true }
const carousel = { finite: true, preload: 1, padding: 0 }
const noToolbar = { buttons: [] }
const noButtons = { buttonZoom: () => null }
const noArrows = { ...noButtons, buttonPrev: () => null, buttonNext: () => null }
const labelsIn = (t: ReturnType<typeof useTranslation<'photos'>>['t']) => ({
  Previous: t('previous'),
  Next: t('next'),
  Slide: t('photo'),
  Carousel: t('photos'),
  'Photo gallery': t('photos'),
  '{index} of {total}': t('nth', { index: '{index}', total: '{total}' }),
})
