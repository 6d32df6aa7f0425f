import type { Failure } from '#contract/wire/reply.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Box } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import styles from './form-failure.module.css'

/** Why something was refused; takes no space while there is nothing to say. */
export function FormAlert({ children }: { readonly children: ReactNode }) {
  return (
    <Box
      role="alert"
      lay="row"
      gap={2}
      pad={3}
      align="start"
      ground="danger"
      round={2}
      size={3}
      tone="danger"
      className={styles.failure}
    >
      {children}
    </Box>
  )
}

type Props = {
  readonly failure: Failure | null
  /** The `refusals` key of the sentence for a refusal that says nothing. */
  readonly otherwise?: 'binding_failed'
}

/** Why the whole form was refused, shown above its button. */
export function FormFailure({ failure, otherwise }: Props) {
  const { t } = useTranslation('refusals')
  const failureText = useFailureText()
  const isMute = failure?.kind === 'refused' && failure.reason === 'submit_failed' && !failure.text
  return (
    <FormAlert>
      {failure !== null && (
        <>
          <Icon name="warning" />
          <span>{isMute && otherwise !== undefined ? t(otherwise) : failureText(failure)}</span>
        </>
      )}
    </FormAlert>
  )
}
