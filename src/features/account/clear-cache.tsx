import { clearCache } from '#src/lib/clear-cache.ts'
import { toast } from '#src/stores/toasts.ts'
import { firstSettings, useSettings } from '#src/stores/settings.ts'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonRow } from './rows.tsx'

/** Deletes drafts and stored choices after a confirmation. Language, theme, text size and colours are kept. */
export function ClearCache() {
  const { t } = useTranslation('account')
  const [isOpen, setIsOpen] = useState(false)
  const clear = () => {
    const { lang, theme, textSize, riseColor, set } = useSettings.getState()
    clearCache()
    set({ ...firstSettings, lang, theme, textSize, riseColor })
    setIsOpen(false)
    toast('account:settings.clear.done')
  }
  return (
    <>
      <ButtonRow icon="trash" label={t('settings.clear.title')} onPress={() => setIsOpen(true)} />
      <ConfirmDialog
        title={t('settings.clear.title')}
        isOpen={isOpen}
        confirm={t('settings.clear.go')}
        onConfirm={clear}
        onClose={() => setIsOpen(false)}
      >
        {t('settings.clear.ask')}
      </ConfirmDialog>
    </>
  )
}
