import { Box } from '#src/ui/box.tsx'
import '#src/ui/tokens.css'
import '#src/ui/base.css'
import { ServicesContext } from '#src/actors/services.tsx'
import { createI18n } from '#src/app/i18n.ts'
import { useLanguage, useRiseColour, useTheme } from '#src/app/language.ts'
import { createServices } from '#src/app/system.ts'
import { ToastLayer } from '#src/app/toast-layer.tsx'
import { KontorGallery } from '#src/features/inspector/gallery/kontor-gallery.tsx'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import type { i18n as I18n } from 'i18next'
import { Suspense, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { I18nextProvider, useTranslation } from 'react-i18next'
import styles from './site.module.css'

type Props = { readonly texts: I18n /** It is the whole document, not a part of the app. */; readonly isAlone: boolean }
function Site({ texts, isAlone }: Props) {
  useLanguage(texts)
  useRiseColour()
  useTheme()
  const { t } = useTranslation('inspector')
  const title = `Kontor · ${t('titles.gallery')}`
  useEffect(() => {
    if (isAlone) document.title = title
  }, [isAlone, title])
  if (!isAlone) return <KontorGallery />
  return (
    <Box as="main" lay="column" className={styles.site}>
      <Page title={title} hasBack={false} isWide>
        <KontorGallery />
      </Page>
      <ToastLayer />
    </Box>
  )
}

/**
 * Renders the gallery into an element. Its services are made and never started: there is no venue. Returns what removes
 * it.
 */
export const mountGallery = async (element: Element, isAlone: boolean): Promise<() => void> => {
  const texts = await createI18n(useSettings.getState().lang)
  await texts.loadNamespaces('inspector')
  const { services } = createServices({ fetch: () => new Promise<never>(() => {}) })
  const root = createRoot(element)
  root.render(
    <I18nextProvider i18n={texts}>
      <ServicesContext value={services}>
        <Suspense fallback={<Skeleton lines={12} />}>
          <Site texts={texts} isAlone={isAlone} />
        </Suspense>
      </ServicesContext>
    </I18nextProvider>,
  )
  return () => root.unmount()
}
