import { applyTextSize, applyTheme } from '#src/lib/theme.ts'
import { useSettings } from '#src/stores/settings.ts'
import type { i18n as I18n } from 'i18next'
import { useEffect } from 'react'
import { htmlLangOf } from './i18n.ts'

/** Applies the chosen language at once: translations and `<html lang>`. */
export function useLanguage(i18n: I18n) {
  const lang = useSettings((settings) => settings.lang)
  useEffect(() => {
    document.documentElement.lang = htmlLangOf(lang)
    if (i18n.language !== lang) void i18n.changeLanguage(lang)
  }, [i18n, lang])
}

/** Applies the colour of a rise to the document. */
export function useRiseColour() {
  const rise = useSettings((settings) => settings.riseColor)
  useEffect(() => {
    document.documentElement.dataset['rise'] = rise
  }, [rise])
}

/** Applies the theme and the text size to the document. */
export function useTheme() {
  const theme = useSettings((settings) => settings.theme)
  const textSize = useSettings((settings) => settings.textSize)
  useEffect(() => applyTheme(theme), [theme])
  useEffect(() => applyTextSize(textSize), [textSize])
}
