import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { useBackClose } from './use-back-close.ts'
import { useModal } from './use-modal.ts'
import styles from './dialog.module.css'

type Props = {
  readonly isOpen: boolean
  readonly title: ReactNode
  readonly children?: ReactNode
  /** The label of the confirm button; a verb. */
  readonly confirm: ReactNode
  /** The label of the other button, where "cancel" could be mistaken for the action itself. */
  readonly dismiss?: ReactNode
  readonly kind?: 'primary' | 'danger'
  readonly isBusy?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks for confirmation of an irreversible action. */
export function ConfirmDialog(props: Props) {
  return props.isOpen ? <OpenDialog {...props} /> : null
}

function OpenDialog({
  title,
  children,
  confirm,
  dismiss,
  kind = 'primary',
  isBusy = false,
  onConfirm,
  onClose,
}: Props) {
  const { t } = useTranslation('ui')
  const id = useId()
  const leave = () => {
    if (!isBusy) onClose()
  }
  const { dialog, onCancel } = useModal(leave)
  useBackClose(leave, isBusy)
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onCancel={onCancel}
    >
      <h2 id={id} className={styles.title} tabIndex={-1} data-first-focus="">
        {title}
      </h2>
      <div id={`${id}-text`} className={styles.text}>
        {children}
      </div>
      <div className={styles.ways}>
        <Button kind="quiet" onClick={leave} disabled={isBusy}>
          {dismiss ?? t('cancel')}
        </Button>
        <Button kind={kind} isBusy={isBusy} onClick={onConfirm}>
          {confirm}
        </Button>
      </div>
    </dialog>
  )
}
