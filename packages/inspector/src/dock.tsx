import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import styles from './inspector.module.css'

const docked: { shown: { readonly root: Root; readonly frame: HTMLElement } | null } = { shown: null }

export const closeDock = () => {
  if (docked.shown === null) return
  docked.shown.root.unmount()
  docked.shown.frame.remove()
  docked.shown = null
  delete document.documentElement.dataset['inspector']
}
/** Shows it beside the app, where it stays while pages come and go: machines of a page exist only while it is shown. */
export const openDock = (label: string, content: ReactNode) => {
  closeDock()
  const frame = document.createElement('aside')
  frame.className = styles.dock ?? ''
  frame.setAttribute('aria-label', label)
  document.body.append(frame)
  document.documentElement.dataset['inspector'] = 'open'
  const root = createRoot(frame)
  docked.shown = { root, frame }
  root.render(content)
}
