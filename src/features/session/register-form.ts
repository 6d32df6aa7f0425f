import { codeFault, codeFieldOf, passwordFault } from '#src/parts/form/checks.ts'
import { useForm } from '#src/parts/form/use-form.ts'
import { accountFaults, accountFieldOf, noAccount, type AccountTexts } from './account-fields.tsx'

export type ClaimTexts = AccountTexts & { code: string; agreed: string }
const secretFirst = { password: '', line: '', invite: '' }
export type SecretTexts = typeof secretFirst

/** The faults of the first step of a registration, by field. */
export const claimFaults = (texts: ClaimTexts, verification: boolean) => ({
  ...accountFaults(texts),
  code: verification ? codeFault(texts.code) : null,
  agreed: texts.agreed === 'yes' ? null : 'refusals:not_agreed',
})
/** The faults of the second. */
export const secretFaults = ({ password }: SecretTexts) => ({ password: passwordFault(password) })

/** The drafts of a registration; a link may provide the invitation code and the kind of account. */
export const useRegisterForms = (
  verification: boolean,
  { by, invite }: { by: string | undefined; invite: string | undefined },
) => ({
  claim: useForm<ClaimTexts>({
    draft: 'register',
    first: { ...noAccount, code: '', agreed: '', ...(by === 'email' ? { kind: by } : {}) },
    secrets: ['code'],
    check: (texts) => claimFaults(texts, verification),
    fieldOf: (texts) => ({ ...accountFieldOf(texts), ...codeFieldOf }),
  }),
  secret: useForm<SecretTexts>({
    draft: 'register-password',
    first: { ...secretFirst, ...(invite === undefined ? {} : { invite }) },
    secrets: ['password'],
    check: secretFaults,
    fieldOf: () => ({
      password_required: 'password',
      password_too_short: 'password',
      password_common: 'password',
      invite_unknown: 'invite',
    }),
  }),
})
