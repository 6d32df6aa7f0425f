import type { AmountFault } from '#src/lib/read-amount.ts'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './amount-field.module.css'

type Props = {
  readonly fault: AmountFault
  readonly said: (decimal: string) => string
  readonly onChoose: (decimal: string) => void
}

/** Where the choices stand in the sentence, each language in its own place. */
const holes = { first: '\u2460', second: '\u2461' }

/** Why a text is no number here, in a few words; where it may mean one or the other, a tap says which. */
export function AmountQuestion({ fault, said, onChoose }: Props) {
  const { t } = useTranslation('ui')
  if (fault.kind === 'decimals') return fault.scale === 0 ? t('number.whole') : t('number.decimals', { scale: fault.scale })
  if (fault.kind !== 'ask') return t(`number.${fault.kind}`)
  const pieces = t(fault.choices.length === 1 ? 'number.askOne' : 'number.askTwo', holes).split(/([\u2460\u2461])/)
  return pieces.map((piece, at) => {
    const choice = piece === holes.first ? fault.choices[0] : piece === holes.second ? fault.choices[1] : undefined
    return choice === undefined ? (
      <Fragment key={at}>{piece}</Fragment>
    ) : (
      // Taken before the field loses the focus: a tap on the choice must not blur first and move it away.
      <button key={at} type="button" className={styles.choice} onPointerDown={(event) => event.preventDefault()} onClick={() => onChoose(choice)}>
        {said(choice)}
      </button>
    )
  })
}
