import type { ProductField } from '#contract/desk/desk-tools.ts'
import { numbersIn } from '#src/lib/money-text.ts'
import { useTranslation } from 'react-i18next'
import { useShown } from './use-shown.ts'

/** What a field of a product says, as the language on the screen writes it. */
export function useFieldText() {
  const { t, i18n } = useTranslation('desk')
  const shown = useShown()
  return ({ type, name }: Pick<ProductField, 'type' | 'name'>, value: string): string => {
    if (value === '') return t('products.empty')
    if (type === 'switch') return t(value === '1' ? 'on' : 'off')
    if (type === 'decimal' || type === 'whole') return numbersIn(i18n.language).exact(value)
    if (type === 'instant') return shown.time(Number(value))
    // Coins and pictures are named by themselves.
    return type === 'choice' && (name === 'rule' || name === 'type' || name === 'region' || name === 'way')
      ? t(`products.choices.${value}`)
      : value.replace(/^\/\w+\/(.*)\.svg$/, '$1')
  }
}
