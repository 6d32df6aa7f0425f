import { useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { Box } from '#src/ui/box.tsx'
import { passkeyNameLength, passkeys, type Passkey } from '#contract/account/passkey.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { noProof, ProofFields, proofFaults, proofFieldOf, sentProof } from './passkey-form.tsx'
import { PasswordForm } from './password-form.tsx'
import type { Submit } from '#src/actors/use-submit.ts'

type Props = { readonly passkey: Passkey; readonly onClose: () => void }

/** One that is gone already needs no change: the list is read again. */
const useGone = (
  { state, failure }: Submit<typeof passkeys.rename> | Submit<typeof passkeys.end>,
  onGone: () => void,
) =>
  useOnValue(
    state === 'refused' && failure?.kind === 'refused' && failure.reason === 'not_found' ? failure : null,
    onGone,
  )

export function RenamePasskey({ passkey, onClose }: Props) {
  const { t } = useTranslation('account')
  const form = useForm({
    draft: `passkey-name-${passkey.id}`,
    first: { name: passkey.name },
    check: ({ name }) => ({ name: name.trim() === '' ? 'account:passkeys.nameRequired' : null }),
    fieldOf: () => ({ title_required: 'name' }),
  })
  const submit = useFormSubmit(passkeys.rename, form, () => {
    toast('account:passkeys.renamed')
    onClose()
  })
  useGone(submit, onClose)
  return (
    <Sheet title={t('passkeys.rename')} isOpen onClose={onClose} isHeld={submit.isBusy}>
      <PasswordForm form={form} submit={submit} input={({ name }) => ({ id: passkey.id, name: name.trim() })}>
        <FormField
          form={form}
          name="name"
          label={t('passkeys.name')}
          autoComplete="off"
          maxLength={passkeyNameLength}
        />
      </PasswordForm>
    </Sheet>
  )
}

/** Asks once more, with the password: without its passkey somebody may not come in again on that device. */
export function EndPasskey({ passkey, hasTotp, onClose }: Props & { readonly hasTotp: boolean }) {
  const { t } = useTranslation('account')
  const form = useForm({
    draft: `passkey-end-${passkey.id}`,
    first: noProof,
    secrets: ['password', 'totp'],
    check: (texts) => proofFaults(texts, hasTotp),
    fieldOf: () => proofFieldOf,
  })
  const submit = useFormSubmit(passkeys.end, form, () => {
    toast('account:passkeys.ended')
    onClose()
  })
  useGone(submit, onClose)
  return (
    <Sheet title={t('passkeys.endAsk', { name: passkey.name })} isOpen onClose={onClose} isHeld={submit.isBusy}>
      <PasswordForm
        form={form}
        submit={submit}
        label={t('passkeys.end')}
        input={(texts) => ({ id: passkey.id, ...sentProof(texts, hasTotp) })}
      >
        <Box as="p" tone={2} isLoose>
          {t('passkeys.endText')}
        </Box>
        <ProofFields form={form} password="password" totp="totp" hasTotp={hasTotp} />
      </PasswordForm>
    </Sheet>
  )
}
