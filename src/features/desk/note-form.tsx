import { desk } from '#contract/desk/desk.ts'
import type { InputOf } from '#contract/wire/endpoint.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { useTranslation } from 'react-i18next'
import { useKeys } from './use-keys.ts'

type Props = {
  readonly about: Pick<InputOf<typeof desk.note>, 'case_id' | 'user_id'>
  readonly onNoted: () => void
}
/** A line for whoever looks at this next; what is typed stays when one looks at something else. */
export function NoteForm({ about, onNoted }: Props) {
  const { t } = useTranslation('desk')
  const form = useForm({
    draft: `desk-note-${about.case_id ?? about.user_id ?? ''}`,
    first: { text: '' },
    check: ({ text }) => ({ text: text.trim() === '' ? 'refusals:reason_required' : null }),
    fieldOf: () => ({ reason_required: 'text' }),
  })
  const { state, isBusy, failure, send, reset, value } = useSubmit(desk.note, { onDone: () => form.clear() })
  useOnValue(value, onNoted)
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  useKeys({ n: () => form.form.current?.querySelector('input')?.focus() })
  return (
    <Stack
      as="form"
      gap={1}
      ref={form.form}
      noValidate
      onSubmit={form.submit(({ text }) => {
        if (isBusy) return
        reset()
        send({ ...about, text: text.trim() })
      })}
    >
      <FormField form={form} name="text" label={t('note.label')} hint={t('note.hint')} maxLength={300} />
      <FormFailure failure={form.failure} />
      <Button type="submit" kind="quiet" size="s" icon="edit" isBusy={isBusy} mayRetry={form.mayRetry}>
        {t('note.add')}
      </Button>
    </Stack>
  )
}
