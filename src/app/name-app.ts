import { getI18n } from 'react-i18next'

/** Puts the operator's name into every sentence, in place of the one that is written, at once and from now on. */
export const nameApp = (name: string, written: string) => {
  const i18n = getI18n()
  if (i18n === undefined) return
  i18n.use({
    type: 'postProcessor',
    name: 'brand',
    process: (text: string) => (typeof text === 'string' ? text.replaceAll(written, () => name) : text),
  })
  i18n.options.postProcess = 'brand'
  i18n.emit('languageChanged', i18n.language)
}
