import { formatDec, parseDec } from '#contract/wire/money.ts'
import type { Numbers } from '#src/lib/money-text.ts'
import type { Consent } from './consents.ts'

const tenth = parseDec('0.1')
/**
 * To a tenth, so that the text does not change with every price, and never flattering: what is lost is rounded up, how
 * far it is down.
 */
const rounded = ({ name, percent }: Consent) =>
  formatDec(((percent + (name === 'liquidation' ? 0n : tenth - 1n)) / tenth) * tenth)

/** The warning of a review and the text of its box, with the numbers; nothing without a risk. */
export const consentTexts = (
  consents: readonly Consent[],
  shown: Numbers,
  t: (key: string, params: Readonly<Record<string, string>>) => string,
): { readonly warning?: string; readonly consent?: string } =>
  consents.length === 0
    ? {}
    : {
        warning: t('trades:consents.title', {}),
        consent: consents
          .map((each) => t(`trades:consents.${each.name}`, { percent: shown.places(rounded(each), 1) }))
          .join(' '),
      }
