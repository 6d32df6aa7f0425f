import { kyc } from '#contract/kyc/kyc.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useKyc } from '#src/actors/use-kyc.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { accountPaths } from '#src/lib/paths/account.ts'
import { assetsPaths } from '#src/lib/paths/assets.ts'
import { depositPaths } from '#src/lib/paths/deposit.ts'
import { otcPaths } from '#src/lib/paths/otc.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { LockBanner } from '#src/parts/lock-banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './gate.module.css'
import { kycPath, type Level } from './kyc-prompt.tsx'
import { payeePath } from './payee-path.ts'
import type { Gap, Gate, Sums } from './use-gate.ts'

/** What is missing before the form can be sent, all of it at once, each with the way to it; empty without a gap. */
export function GateCard({ gate }: { readonly gate: Gate }) {
  const { t } = useTranslation('ui')
  const id = useId()
  const { gaps, stops, usesPin, card } = gate
  // A lock is told by its banner: there is nothing to do but wait.
  const open = gaps.filter(({ kind }) => kind !== 'lock')
  if (gaps.length === 0) return null
  return (
    <section ref={card} tabIndex={-1} className={styles.gate} aria-labelledby={open.length > 0 ? id : undefined}>
      <LockBanner stops={stops} usesPin={usesPin} />
      {open.length > 0 && (
        <Stack blockPad={3} sidePad={4} gap={3} ground="warning" round={3}>
          <h2 id={id}>{t('gate.title')}</h2>
          <Stack as="ul" gap={3} className={styles.gaps}>
            {open.map((gap) => (
              <li key={gap.kind}>
                <GapLine gap={gap} />
              </li>
            ))}
          </Stack>
          <Box as="p" size={1} tone={2}>
            {t('gate.kept')}
          </Box>
        </Stack>
      )}
    </section>
  )
}

function GapLine({ gap }: { readonly gap: Gap }) {
  const { t, i18n } = useTranslation('ui')
  if (gap.kind === 'level') return <LevelLine level={gap.level} />
  if (gap.kind === 'pin')
    return <Line title={t('gate.pin')} label={t('gate.set')} to={accountPaths.changePayPassword} />
  if (gap.kind === 'address') return <Line title={t('gate.address')} label={t('gate.add')} to={gap.to} />
  if (gap.kind === 'lock') return null
  if (gap.kind !== 'payee') return <SumLine kind={gap.kind} sums={gap.sums} />
  const type = gap.of === 'any' ? 'disjunction' : 'conjunction'
  const list = new Intl.ListFormat(document.documentElement.lang || i18n.language, { type })
  return (
    <Line title={t('gate.payee')} label={t('gate.add')} to={payeePath(gap.ways)}>
      {list.format(gap.ways.map((way) => t(`payee.ways.${way}`)))}
    </Line>
  )
}

type LineProps = {
  readonly title: string
  /** The way to it; without one there is nothing to do but wait. */
  readonly label?: string
  readonly to?: string
  readonly children?: ReactNode
}
function Line({ title, label, to, children }: LineProps) {
  return (
    <>
      <Stack as="span" gap="hair" shrinks className={styles.text}>
        <b>{title}</b>
        {children !== undefined && <small>{children}</small>}
      </Stack>
      {to !== undefined && (
        <Button size="s" kind="quiet" onClick={() => go(to)}>
          {label}
        </Button>
      )}
    </>
  )
}

/** A level of verification, with the state of the application; it is over as soon as the level has passed. */
function LevelLine({ level }: { readonly level: Level }) {
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

/** A sum that the funding account pays: what is there, what is missing, and where it comes from. */
function SumLine({ kind, sums }: { readonly kind: 'bail' | 'funds'; readonly sums: Sums }) {
  const { t } = useTranslation('ui')
  const { money } = useNumbers()
  const { currency, name, amount, free, missing, spot } = sums
  const isThere = compareDec(missing, '0') === 0
  const part = compareDec(spot, missing) < 0 ? spot : missing
  const lines = [
    { label: t('gate.needed'), value: amount },
    { label: t('gate.funding'), value: free },
    ...(isThere ? [] : [{ label: t('gate.missing'), value: missing }]),
  ]
  const [label, to] = isThere
    ? [t('gate.payBail'), `${otcPaths.otcAdverts}?view=merchant`]
    : compareDec(spot, '0') === 0
      ? [t('gate.deposit'), depositPaths.chargeOf(currency)]
      : [t('gate.transfer'), assetsPaths.transferTo({ currency, to: 'legal', amount: part, backpage: herePath() })]
  return (
    <>
      <Line title={t(`gate.${kind}`)} label={label} to={to} />
      <Facts
        kind="dense"
        className={styles.sums}
        facts={lines.map(({ label: line, value }) => ({ name: line, value: money(value, name) }))}
      />
    </>
  )
}
