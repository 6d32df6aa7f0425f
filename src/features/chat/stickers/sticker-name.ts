import { useTranslation } from 'react-i18next'

/** What a sticker of the venue is called; one that the operator has added is just a sticker. */
export const useStickerName = () => {
  const { t, i18n } = useTranslation('stickers')
  return (name: string) => (i18n.exists(`stickers:names.${name}`) ? t(`names.${name}`) : t('one'))
}
