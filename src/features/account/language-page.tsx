import { languages } from '#contract/wire/languages.ts'
import { chooseLang, useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { Choices } from './choices.tsx'
import { Rows } from './rows.tsx'

/** The seven languages by their native names; a tap changes the language immediately. */
export function LanguagePage() {
  const { t } = useTranslation('account')
  const lang = useSettings((settings) => settings.lang)
  return (
    <Page title={t('settings.language')}>
      <div className={styles.page}>
        <Rows>
          <Choices
            label={t('settings.language')}
            options={languages.map((each) => ({ value: each, label: t(`ui:languages.${each}`) }))}
            value={lang}
            onPick={chooseLang}
          />
        </Rows>
      </div>
    </Page>
  )
}
