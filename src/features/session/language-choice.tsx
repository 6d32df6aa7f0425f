import { langOfTags } from '#contract/wire/language-tags.ts'
import { defaultLang, languages } from '#contract/wire/languages.ts'
import { chooseLang, useSettings } from '#src/stores/settings.ts'
import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './session.module.css'

/** The language picker in the header of the pages before login, where the menu with the settings is not available. */
export function LanguageButton() {
  const { t } = useTranslation('ui')
  const lang = useSettings((settings) => settings.lang)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        kind="text"
        icon="globe"
        aria-label={`${t('language')}: ${t(`languages.${lang}`)}`}
        onClick={() => setIsOpen(true)}
      >
        {t(`languages.${lang}`)}
      </Button>
      <MenuSheet
        title={t('language')}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        choices={languages.map((value) => ({ value, label: t(`languages.${value}`) }))}
        chosen={lang}
        onChoose={chooseLang}
      />
    </>
  )
}

/** While the language is the default, the browser's own language is offered with one tap. */
export function LanguageOffer() {
  const { t } = useTranslation('ui')
  const lang = useSettings((settings) => settings.lang)
  const offered = langOfTags(navigator.languages)
  if (lang !== defaultLang || offered === null || offered === lang) return null
  return (
    <Box lay="row" justify="center" className={styles.offer}>
      <Button kind="quiet" size="s" icon="globe" onClick={() => chooseLang(offered)}>
        {t(`languages.${offered}`)}
      </Button>
    </Box>
  )
}
