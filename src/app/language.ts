import { platform } from '#contract/platform.ts'
import type { Request } from '#src/api/request.ts'
import { newKey } from '#src/lib/new-key.ts'
import { useSettings } from '#src/stores/settings.ts'
import type { i18n as I18n } from 'i18next'
import { useEffect } from 'react'
import { htmlLangOf } from './i18n.ts'

/** The chosen language takes hold at once, everywhere: sentences, `<html lang>`, and what the venue says. */
export function useLanguage(i18n: I18n, request: Request) {
  const lang = useSettings((settings) => settings.lang)
  useEffect(() => {
    document.documentElement.lang = htmlLangOf(lang)
    if (i18n.language === lang) return
    void i18n.changeLanguage(lang)
    // The venue learns it from the header of each call anyway; this is for what it says unasked.
    void request.change(platform.setLang, { lang }, newKey())
  }, [i18n, request, lang])
}

/** Which colour a rise has, for the whole document. */
export function useRiseColour() {
  const rise = useSettings((settings) => settings.riseColor)
  useEffect(() => {
    document.documentElement.dataset['rise'] = rise
  }, [rise])
}
