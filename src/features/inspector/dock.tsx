import { ServicesContext, useServices, type Services } from '#src/actors/services.tsx'
import { go } from '#src/lib/hash-location.ts'
import type { ComponentProps } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { I18nextProvider, useTranslation } from 'react-i18next'
import styles from './inspector.module.css'
import { Workbench } from './workbench.tsx'

type I18n = ComponentProps<typeof I18nextProvider>['i18n']
let shown: { readonly root: Root; readonly frame: HTMLElement } | null = null

export const closeDock = () => {
  if (shown === null) return
  shown.root.unmount()
  shown.frame.remove()
  shown = null
  delete document.documentElement.dataset['inspector']
}
const openDock = (services: Services, i18n: I18n, label: string) => {
  closeDock()
  const frame = document.createElement('aside')
  frame.className = styles.dock ?? ''
  frame.setAttribute('aria-label', label)
  document.body.append(frame)
  document.documentElement.dataset['inspector'] = 'open'
  const root = createRoot(frame)
  shown = { root, frame }
  root.render(
    <I18nextProvider i18n={i18n}>
      <ServicesContext value={services}>
        <Workbench place="dock" onPlace={closeDock} />
      </ServicesContext>
    </I18nextProvider>,
  )
}

/**
 * Opens the inspector beside the app, where it stays while pages come and go: machines of a page exist only while it is
 * shown.
 */
export function useDock() {
  const services = useServices()
  const { t, i18n } = useTranslation('inspector')
  return () => {
    openDock(services, i18n, t('titles.page'))
    go('/')
  }
}
