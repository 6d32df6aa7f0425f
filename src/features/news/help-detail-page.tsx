import { useTranslation } from 'react-i18next'
import { NewsTextPage } from './news-text.tsx'

/** One help question with its answer. */
export function HelpDetailPage() {
  const { t } = useTranslation('news')
  return <NewsTextPage title={t('help')} />
}
