import { chatLimits } from '#contract/chat/chat.ts'
import { useTranslation } from 'react-i18next'

/** Length of a text as the venue counts it. */
export const lengthOf = (text: string) => [...text].length

/** Says that a text is too long for a message; null while it is not. */
export function useTooLong(text: string): string | null {
  const { t } = useTranslation('chat')
  const count = lengthOf(text)
  return count > chatLimits.text ? t('tooLong', { max: chatLimits.text, count }) : null
}
