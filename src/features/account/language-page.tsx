import { languages, type Lang } from '#contract/wire/languages.ts'
import { riseColorOf } from '#src/lib/rise.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { Choices } from './choices.tsx'
import { Rows } from './rows.tsx'

/** The seven languages, each by its own name; a tap changes everything at once. */
export function LanguagePage() {
  const { t } = useTranslation('account')
  const { lang, riseColor, set } = useSettings()
  const choose = (next: Lang) =>
    // The habit of the language goes along, unless somebody has chosen otherwise.
    set({ lang: next, ...(riseColor === riseColorOf(lang) ? { riseColor: riseColorOf(next) } : {}) })
  return (
    <Page title={t('settings.language')}>
      <div className={styles.page}>
        <Rows>
          <Choices
            label={t('settings.language')}
            options={languages.map((each) => ({ value: each, label: t(`settings.languages.${each}`) }))}
            value={lang}
            onPick={choose}
          />
        </Rows>
      </div>
    </Page>
  )
}
