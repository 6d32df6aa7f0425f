import { formatDec, parseDec } from '#contract/wire/money.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useTranslation } from 'react-i18next'
import type { Consent } from './consents.ts'

const tenth = parseDec('0.1')
/**
 * To a tenth, so that the text does not change with every price, and never flattering: what is lost is rounded up, how
 * far it is down.
 */
const rounded = ({ name, percent }: Consent) =>
  formatDec(((percent + (name === 'liquidation' ? 0n : tenth - 1n)) / tenth) * tenth)

/** The warning of a review and the text of its box, with the numbers; nothing without a risk. */
export function useConsent(consents: readonly Consent[]): { readonly warning?: string; readonly consent?: string } {
  const { t } = useTranslation('trades')
  const shown = useNumbers()
  if (consents.length === 0) return {}
  return {
    warning: t('consents.title'),
    consent: consents.map((each) => t(`consents.${each.name}`, { percent: shown.places(rounded(each), 1) })).join(' '),
  }
}
