import type { Endpoint, InputOf } from '#contract/wire/endpoint.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { toast } from '#src/stores/toasts.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'

type Props<E extends Endpoint<'changes'>> = {
  readonly call: E
  readonly input: InputOf<E>
  readonly title: string
  readonly text: string
  /** What stands below it. */
  readonly more?: string
  readonly confirm: string
  /** The key of what is told when it is done. */
  readonly done: string
  /** It is over, or was so before: the list is read again. */
  readonly onClose: () => void
}
/** Asks before a login or a key is ended; one that no longer exists counts as ended. */
export function EndAccess<E extends Endpoint<'changes'>>({
  call,
  input,
  title,
  text,
  more,
  confirm,
  done,
  onClose,
}: Props<E>) {
  const failureText = useFailureText()
  const { state, isBusy, failure, send } = useSubmit(call, {
    onDone: () => {
      toast(done)
      onClose()
    },
  })
  useOnValue(
    state === 'refused' && failure?.kind === 'refused' && failure.reason === 'not_found' ? failure : null,
    onClose,
  )
  return (
    <ConfirmDialog
      isOpen
      kind="danger"
      title={title}
      confirm={confirm}
      isBusy={isBusy}
      onConfirm={() => send(input)}
      onClose={onClose}
    >
      <p>{text}</p>
      {more !== undefined && (
        <Box as="p" above={2}>
          {more}
        </Box>
      )}
      {failure !== null && (
        <Note role="alert" tone="danger">
          {failureText(failure)}
        </Note>
      )}
    </ConfirmDialog>
  )
}
