import { Section } from '#src/ui/section.tsx'
import { Box, Stack } from '#src/ui/box.tsx'
import { Page } from '#src/ui/page.tsx'
import { useTranslation } from 'react-i18next'
import styles from './mining.module.css'

const parts = ['pledge', 'awards', 'end', 'payer', 'collateral'] as const
/** The rules of pledging, and how a pledge differs from collateral. */
export function RulesPage() {
  const { t } = useTranslation('mining')
  return (
    <Page title={t('titles.rules')}>
      <Stack gap={3} topPad={2} endPad={8}>
        {parts.map((part) => (
          <Section key={part} isCard title={t(`rules.${part}.title`)} isTop className={styles.card}>
            <Box as="p" size={3} tone={2} isLoose>
              {t(`rules.${part}.text`)}
            </Box>
          </Section>
        ))}
      </Stack>
    </Page>
  )
}
