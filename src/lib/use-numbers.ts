import { useTranslation } from 'react-i18next'
import { numbersIn } from './money-text.ts'

/** Numbers and times in the language of the reader. */
export const useNumbers = () => numbersIn(useTranslation().i18n.language)
