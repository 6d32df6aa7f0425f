import { useTranslation } from 'react-i18next'
import { NewsTextPage } from './news-text.tsx'

/** One notice. */
export function NoticePage() {
  const { t } = useTranslation('news')
  return <NewsTextPage title={t('notice')} />
}
