import { Box } from '#src/ui/box.tsx'
import { FormShell } from '#src/parts/form/form-shell.tsx'
import type { Form } from '#src/parts/form/use-form.ts'
import { Button } from '#src/ui/button.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './session.module.css'

type Props<T extends Readonly<Record<string, string>>> = {
  readonly form: Form<T>
  readonly onSubmit: (texts: T) => void
  readonly isBusy: boolean
  /** The words of its button. */
  readonly button: string
  /** The way to the step before; the first step has none. */
  readonly onBack?: () => void
  /** The words of that way, if it does not lead to another account. */
  readonly back?: string
  /** What stands below the button. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** One step of a page at the door: its fields, what was refused, and the button that leads on. */
export function StepForm<T extends Readonly<Record<string, string>>>({
  form,
  onSubmit,
  isBusy,
  button,
  onBack,
  back,
  aside,
  children,
}: Props<T>) {
  const { t } = useTranslation('session')
  return (
    <Box isFull className={styles.form}>
      <FormShell
        form={form}
        onSubmit={onSubmit}
        isBusy={isBusy}
        button={button}
        aside={
          <>
            {aside}
            {onBack !== undefined && (
              <Button kind="text" onClick={onBack}>
                {back ?? t('forgot.back')}
              </Button>
            )}
          </>
        }
      >
        {children}
      </FormShell>
    </Box>
  )
}

/** Which of the steps this is. */
export function StepLine({ at, of }: { readonly at: number; readonly of: number }) {
  const { t } = useTranslation('session')
  return (
    <Box as="p" size={2} tone="accent" weight="bold" className={styles.step}>
      {t('forgot.step', { at, of })}
    </Box>
  )
}
