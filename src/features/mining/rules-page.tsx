import { Box } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import styles from './mining.module.css'

const parts = ['pledge', 'awards', 'end', 'payer', 'collateral'] as const
/** The rules of pledging, and how a pledge differs from collateral. */
export function RulesPage() {
  const { t } = useTranslation('mining')
  return (
    <Page title={t('titles.rules')}>
      <div className={styles.page}>
        {parts.map((part) => (
          <section key={part} className={styles.card}>
            <h2 className={styles.title}>{t(`rules.${part}.title`)}</h2>
            <Box as="p" size={3} tone={2} isLoose>
              {t(`rules.${part}.text`)}
            </Box>
          </section>
        ))}
      </div>
    </Page>
  )
}
