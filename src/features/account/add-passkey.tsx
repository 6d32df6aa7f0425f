import { Box, Note } from '#src/ui/box.tsx'
import { passkeyNameLength, passkeys } from '#contract/account/passkey.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { useServices } from '#src/actors/services.tsx'
import { loadCeremony } from '#src/lib/passkey/ceremony.ts'
import type { PasskeyFault } from '#src/lib/passkey/support.ts'
import { FormShell, useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { FormField } from '#src/parts/form/form-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { toast } from '#src/stores/toasts.ts'
import { Sheet } from '#src/ui/sheet.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { createPasskey } from './add-passkey.actors.ts'
import { noProof, ProofFields, proofFaults, proofFieldOf, sentProof } from './passkey-form.tsx'

const ofField: ReadonlySet<string> = new Set(['title_required', ...Object.keys(proofFieldOf)])

/** What the browser makes. A refusal of the password leaves it good. */
const useMade = () => {
  const services = useServices()
  const [isAsking, setIsAsking] = useState(false)
  const [fault, setFault] = useState<PasskeyFault | null>(null)
  const [failure, setFailure] = useState<Failure | null>(null)
  const [made, setMade] = useState<string | null>(null)
  useEffect(() => void loadCeremony(), [])
  const make = async (before: Failure | null) => {
    if (made !== null && before?.kind === 'refused' && ofField.has(before.reason)) return made
    setIsAsking(true)
    const answer = await createPasskey(services)
    setIsAsking(false)
    setMade(answer.ok ? answer.answer : null)
    setFault('fault' in answer ? answer.fault : null)
    setFailure('failure' in answer ? answer.failure : null)
    return answer.ok ? answer.answer : null
  }
  return { isAsking, fault, failure, make }
}

/** Adds a passkey: its name and the proof, then the browser makes it, then the venue takes it. */
export function AddPasskey({ hasTotp, onClose }: { readonly hasTotp: boolean; readonly onClose: () => void }) {
  const { t } = useTranslation(['account', 'session'])
  const { isAsking, fault, failure, make } = useMade()
  const form = useForm({
    draft: 'passkey',
    first: { name: '', ...noProof },
    secrets: ['password', 'totp'],
    check: ({ name, ...proof }) => ({
      name: name.trim() === '' ? 'account:passkeys.nameRequired' : null,
      ...proofFaults(proof, hasTotp),
    }),
    fieldOf: () => ({ title_required: 'name', ...proofFieldOf }),
  })
  const submit = useFormSubmit(passkeys.confirm, form, () => {
    toast('account:passkeys.added')
    onClose()
  })
  const isBusy = isAsking || submit.isBusy
  const add = async ({ name, ...proof }: typeof form.texts) => {
    if (isBusy) return
    const answer = await make(submit.failure)
    if (answer === null) return
    submit.reset()
    submit.send({ name: name.trim(), ...sentProof(proof, hasTotp), answer })
  }
  return (
    <Sheet title={t('passkeys.add')} isOpen onClose={onClose} isHeld={isBusy}>
      <FormShell
        form={form}
        gap={4}
        isBusy={isBusy}
        failure={failure ?? form.failure}
        mayRetry={form.mayRetry || failure !== null || fault !== null}
        unknown={submit.state === 'unknown' && t('outcome.unknown')}
        button={t('passkeys.add')}
        onSubmit={(texts) => void add(texts)}
      >
        <Box as="p" tone={2} isLoose>
          {t('passkeys.lead')}
        </Box>
        <FormField
          form={form}
          name="name"
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          autoComplete="off"
          maxLength={passkeyNameLength}
        />
        <ProofFields form={form} password="password" totp="totp" hasTotp={hasTotp} />
        <Note role="alert" tone="danger">
          {fault !== null && t(`session:passkey.${fault}`)}
        </Note>
      </FormShell>
    </Sheet>
  )
}
