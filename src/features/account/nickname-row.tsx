import { chatAccount } from '#contract/chat/chat-account.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FormShell } from '#src/parts/form/form-shell.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { toast } from '#src/stores/toasts.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonRow } from './rows.tsx'
import { useRefreshUser } from './use-refresh-user.ts'

const most = 20

/** The nickname, which is public; a tap opens it for editing. */
export function NicknameRow({ nickname }: { readonly nickname: string }) {
  const { t } = useTranslation('account')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ButtonRow icon="edit" label={t('nickname.label')} value={nickname} onPress={() => setIsOpen(true)} />
      <Sheet title={t('nickname.edit')} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        {isOpen && <NicknameForm nickname={nickname} onDone={() => setIsOpen(false)} />}
      </Sheet>
    </>
  )
}

const faultOf = (name: string) =>
  name.trim() === '' ? 'account:nickname.required' : [...name.trim()].length > most ? 'account:nickname.tooLong' : null

function NicknameForm({ nickname, onDone }: { readonly nickname: string; readonly onDone: () => void }) {
  const { t } = useTranslation('account')
  const refresh = useRefreshUser()
  const form = useForm({
    draft: 'nickname',
    first: { name: nickname },
    check: ({ name }) => ({ name: faultOf(name) }),
    fieldOf: () => ({ name_required: 'name', name_reserved: 'name', text_too_long: 'name' }),
  })
  const submit = useSubmit(chatAccount.updateUser, {
    onDone: () => {
      form.drop()
      refresh()
      toast('account:nickname.done')
      onDone()
    },
  })
  const { failure, state } = submit
  useOnValue(state === 'refused' ? failure : null, form.refuse)
  return (
    <FormShell
      form={form}
      gap={4}
      isBusy={submit.isBusy}
      unknown={state === 'unknown' && t('outcome.unknown')}
      button={t('nickname.save')}
      onSubmit={({ name }) => {
        submit.reset()
        submit.send({ userName: name.trim() })
      }}
    >
      <FormField
        form={form}
        name="name"
        label={t('nickname.label')}
        hint={t('nickname.hint')}
        autoComplete="nickname"
      />
    </FormShell>
  )
}
