import { Box } from '#src/ui/box.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { useSettings } from '#src/stores/settings.ts'
import { Money } from '#src/ui/money.tsx'
import { NumberCell, type Trend } from '#src/ui/number.tsx'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'

const mask = '••••••'

type Props = ComponentProps<typeof Money> & {
  readonly text: string
  readonly isStale?: boolean
  /** A gain without colour: what came in or went out was neither won nor lost. */
  readonly isPlain?: boolean
  readonly before?: string
  readonly after?: string
}

/** An amount of one's own; its digits can be hidden like all others of the page. A gain has its sign and colour. */
export function Amount({ isStale = false, isPlain = false, before = '', after = '', ...money }: Props) {
  const { t } = useTranslation('assets')
  const { sum } = useNumbers()
  const isHidden = useSettings((settings) => settings.hideBalances)
  if (isHidden) {
    return (
      <Box as="span" nowrap>
        <span aria-hidden="true">{mask}</span>
        <span className="sr">{t('hidden')}</span>
      </Box>
    )
  }
  const { text, unit, kind } = money
  const trend = kind === 'gain' && !isPlain ? trendOf(sum(text, unit, kind)) : undefined
  return (
    <Box as="span" nowrap>
      {before}
      <NumberCell
        text={<Money isBare {...money} />}
        value={text}
        isStale={isStale}
        {...(trend !== undefined && { trend })}
      />
      {after !== '' && (
        <Box as="span" tone={trend}>
          {after}
        </Box>
      )}
    </Box>
  )
}

/** By the sign that is shown: what is rounded to nothing has none. */
const trendOf = (shown: string): Trend =>
  shown.startsWith('+') ? 'rise' : shown.startsWith('\u2212') ? 'fall' : 'flat'
