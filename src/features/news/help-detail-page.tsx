import { useTranslation } from 'react-i18next'
import { NewsTextPage } from './news-text.tsx'

/** One question and its answer. */
export function HelpDetailPage() {
  const { t } = useTranslation('news')
  return <NewsTextPage title={t('help')} />
}
