import { limits } from '#contract/wire/limits.ts'
import { dropToast, useToasts, type Toast } from '#src/stores/toasts.ts'
import { ToastView } from '#src/ui/toast-view.tsx'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** A text may quote a refusal. */
const namespacesOf = ({ text, params }: Toast) => [
  text.split(':')[0] ?? 'shell',
  ...('reason' in params ? ['refusals'] : []),
]
const lifeMs = ({ kind }: Toast) => (kind === 'error' ? limits.toastErrorMs : limits.toastMs)

/** Shows the toasts; each is translated when it is shown and removed after its duration. */
export function ToastLayer() {
  const toasts = useToasts((state) => state.toasts)
  const namespaces = useMemo(() => [...new Set(['shell', ...toasts.flatMap(namespacesOf)])], [toasts])
  const { t, i18n } = useTranslation(namespaces, { useSuspense: false })
  // A text may be in a locale file that is not loaded yet: until then it is not shown, and the others stay.
  const shown = toasts.filter((each) => namespacesOf(each).every((namespace) => i18n.hasLoadedNamespace(namespace)))
  return (
    <>
      <ToastView toasts={shown.map(({ id, text, params, kind }) => ({ id, kind, text: t(text, params) }))} />
      {shown.map((toast) => (
        <Life key={toast.id} toast={toast} />
      ))}
    </>
  )
}

/** Starts the timer when the toast is rendered. */
function Life({ toast }: { readonly toast: Toast }) {
  useEffect(() => {
    const end = setTimeout(() => dropToast(toast.id), lifeMs(toast))
    return () => clearTimeout(end)
  }, [toast])
  return null
}
