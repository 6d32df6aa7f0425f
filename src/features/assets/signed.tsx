import { useFormat } from '#src/parts/use-format.ts'
import { useSettings } from '#src/stores/settings.ts'
import { NumberCell, trendOf } from '#src/ui/number.tsx'
import { useTranslation } from 'react-i18next'

const mask = '••••'

/** An amount of money won or lost, with its sign; the digits can be hidden like all others of the page. */
export function Signed({
  text,
  percent = null,
  scale = 2,
}: {
  readonly text: string
  readonly percent?: string | null
  readonly scale?: number
}) {
  const { t } = useTranslation('assets')
  const shown = useFormat()
  const isHidden = useSettings((settings) => settings.hideBalances)
  if (isHidden) {
    return (
      <span>
        <span aria-hidden="true">{mask}</span>
        <span className="sr">{t('hidden')}</span>
      </span>
    )
  }
  const trend = trendOf(text)
  const amount = `${trend === 'rise' ? '+' : ''}${shown.fixed(text, scale)}`
  return <NumberCell text={percent === null ? amount : `${amount} (${percent})`} trend={trend} />
}
