import { limits } from '#contract/wire/limits.ts'
import { dropToast, useToasts, type Toast } from '#src/stores/toasts.ts'
import { ToastView } from '#src/ui/toast-view.tsx'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

const wordOf = ({ text }: Toast) => text.split(':')[0] ?? 'shell'
const lifeMs = ({ kind }: Toast) => (kind === 'error' ? limits.toastErrorMs : limits.toastMs)

/** What is said in passing: translated when it is shown, gone after its time. */
export function ToastLayer() {
  const toasts = useToasts((state) => state.toasts)
  const namespaces = useMemo(() => [...new Set(['shell', ...toasts.map(wordOf)])], [toasts])
  // The sentence may belong to a word that no page has brought yet: until then nothing is said.
  const { t, ready } = useTranslation(namespaces, { useSuspense: false })
  const shown = ready ? toasts : []
  return (
    <>
      <ToastView toasts={shown.map(({ id, text, params, kind }) => ({ id, kind, text: t(text, params) }))} />
      {shown.map((toast) => (
        <Life key={toast.id} toast={toast} />
      ))}
    </>
  )
}

/** Counts from the moment a toast is seen. */
function Life({ toast }: { readonly toast: Toast }) {
  useEffect(() => {
    const end = setTimeout(() => dropToast(toast.id), lifeMs(toast))
    return () => clearTimeout(end)
  }, [toast])
  return null
}
