import { go } from '#src/lib/hash-location.ts'
import { chatPaths } from '#src/lib/paths/chat.ts'
import { useScan } from '#src/parts/scan/use-scan.tsx'
import { useTranslation } from 'react-i18next'

/** Scans a code of the community. What it does is named on a page of its own before anything happens. */
export function useChatScan() {
  const { t } = useTranslation('chat')
  return useScan({ hint: t('qr.scanHint'), onFound: (text) => go(chatPaths.qrOf(text)) })
}
