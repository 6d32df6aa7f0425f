import { kyc } from '#contract/kyc/kyc.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useKyc } from '#src/actors/use-kyc.ts'
import { herePath } from '#src/lib/hash-location.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Facts } from '#src/ui/facts.tsx'
import { useTranslation } from 'react-i18next'
import styles from './gate.module.css'
import { kycPath, type Level } from './kyc-level.ts'
import { Line } from './gate-line.tsx'
import type { Sums } from './use-gate.ts'

/** A sum that an account pays: what is there, what is missing, and where it comes from. */
export function SumLine({ kind, sums }: { readonly kind: 'bail' | 'funds'; readonly sums: Sums }) {
  const { t } = useTranslation('gate')
  const { money } = useNumbers()
  const { currency, name, amount, account, free, missing, source } = sums
  // Any amount is enough where none is named.
  const isAny = compareDec(amount, '0') === 0
  const isThere = !isAny && compareDec(missing, '0') === 0
  const part = isAny ? '' : compareDec(source.free, missing) < 0 ? source.free : missing
  const lines = [
    ...(isAny ? [] : [{ label: t('needed'), value: amount }]),
    { label: t(`accounts.${account}`), value: free },
    ...(isAny || isThere ? [] : [{ label: t('missing'), value: missing }]),
  ]
  const [label, to] = isThere
    ? [t('payBail'), `${otcPaths.otcAdverts}?view=merchant`]
    : compareDec(source.free, '0') === 0
      ? [t('deposit'), depositPaths.chargeOf(currency)]
      : [
          t('transfer'),
          assetsPaths.transferTo({
            currency,
            account: source.account,
            to: account,
            amount: part,
            backpage: herePath(),
          }),
        ]
  return (
    <>
      <Line title={t(kind)} label={label} to={to} />
      <Facts
        kind="dense"
        className={styles.sums}
        facts={lines.map(({ label: line, value }) => ({ name: line, value: money(value, name) }))}
      />
    </>
  )
}

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
