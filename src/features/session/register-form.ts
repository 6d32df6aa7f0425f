import { codeFault, passwordFault, repeatFault } from '#src/parts/form/checks.ts'
import { useForm, type Form } from '#src/parts/form/use-form.ts'
import { accountFaults, accountFieldOf, codeFieldOf, noAccount } from './account-fields.tsx'

const first = { ...noAccount, code: '', password: '', repeat: '', line: '', invite: '', agreed: '' }
export type RegisterTexts = typeof first

/** The faults of a registration, by field. */
export const registerFaults = (texts: RegisterTexts, verification: boolean) => ({
  ...accountFaults(texts),
  code: verification ? codeFault(texts.code) : null,
  password: passwordFault(texts.password),
  repeat: repeatFault(texts.password, texts.repeat),
  agreed: texts.agreed === 'yes' ? null : 'refusals:not_agreed',
})

/** The draft of a registration; a link may provide the invitation code and the kind of account. */
export const useRegisterForm = (verification: boolean, { by, invite }: { by: string | undefined; invite: string | undefined }): Form<RegisterTexts> =>
  useForm({
    draft: 'register',
    first: { ...first, ...(by === 'email' ? { kind: by } : {}), ...(invite === undefined ? {} : { invite }) },
    secrets: ['password', 'repeat', 'code'],
    check: (texts) => registerFaults(texts, verification),
    fieldOf: (texts) => ({
      ...accountFieldOf(texts),
      ...codeFieldOf,
      password_required: 'password',
      password_too_short: 'password',
      password_mismatch: 'repeat',
      invite_unknown: 'invite',
    }),
  })
