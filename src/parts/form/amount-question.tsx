import { Press } from '#src/ui/box.tsx'
import type { AmountFault } from '#src/lib/read-amount.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './amount-field.module.css'

type Props = {
  readonly fault: AmountFault
  readonly format: (decimal: string) => string
  readonly onChoose: (decimal: string) => void
}

/** Where the choices appear in the sentence; the position depends on the language. */
const holes = { first: '\u2460', second: '\u2461' }

/** Why a text is not a number here; if it is ambiguous, a tap selects the reading. */
export function AmountQuestion({ fault, format, onChoose }: Props) {
  const { t } = useTranslation('ui')
  if (fault.kind === 'decimals')
    return fault.scale === 0 ? t('number.whole') : t('number.decimals', { scale: fault.scale })
  if (fault.kind !== 'ask') return t(`number.${fault.kind}`)
  const pieces = t(fault.choices.length === 1 ? 'number.askOne' : 'number.askTwo', holes).split(/([\u2460\u2461])/)
  return pieces.map((piece, at) => {
    const choice = piece === holes.first ? fault.choices[0] : piece === holes.second ? fault.choices[1] : undefined
    return choice === undefined ? (
      <Fragment key={at}>{piece}</Fragment>
    ) : (
      // On pointer down: the blur of the field would move the choice away before the click.
      <Press
        key={at}
        sidePad={1}
        tone="accent"
        weight="bold"
        className={styles.choice}
        data-unit=""
        data-exact
        onPointerDown={(event) => event.preventDefault()}
        onClick={() => onChoose(choice)}
      >
        {format(choice)}
      </Press>
    )
  })
}
