import type { Failure } from '#contract/wire/reply.ts'
import { Icon } from '#src/ui/icon.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import styles from './form-failure.module.css'

/** Why the whole form was refused, shown above its button. */
export function FormFailure({ failure }: { readonly failure: Failure | null }) {
  const failureText = useFailureText()
  return (
    <div role="alert" className={styles.failure}>
      {failure !== null && (
        <>
          <Icon name="warning" />
          <span>{failureText(failure)}</span>
        </>
      )}
    </div>
  )
}
