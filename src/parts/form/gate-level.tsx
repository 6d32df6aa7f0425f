import { kyc } from '#contract/kyc/kyc.ts'
import { useKyc } from '#src/actors/use-kyc.ts'
import { useTranslation } from 'react-i18next'
import { Line } from './gate-line.tsx'
import { kycPath, type Level } from './kyc-level.ts'

/** A level of verification, with the state of the application; it is over as soon as the level has passed. */
export function LevelLine({ level }: { readonly level: Level }) {
  const { t } = useTranslation('kyc')
  const { standing } = useKyc(kyc[level])
  const isWaiting = standing === 'underReview'
  return (
    <Line
      title={t(`levels.${level}.title`)}
      label={t(standing === 'rejected' ? 'again' : 'prompt.go')}
      {...(!isWaiting && standing !== 'passed' && { to: kycPath(level) })}
    >
      {isWaiting || standing === 'passed' || standing === 'rejected'
        ? t(`prompt.${standing}`)
        : t(`levels.${level}.needs`)}
    </Line>
  )
}
