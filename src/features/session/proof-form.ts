import { codeFault, codeFieldOf, totpFault } from '#src/parts/form/checks.ts'
import { useForm } from '#src/parts/form/use-form.ts'

/** The proofs of whoever owns the account: a code that was sent to it, and the authenticator app where there is one. */
export const useProofForm = (draft: string, hasTotp: boolean) =>
  useForm({
    draft,
    first: { code: '', totp: '' },
    secrets: ['code', 'totp'],
    check: ({ code, totp }) => ({ code: codeFault(code), totp: hasTotp ? totpFault(totp) : null }),
    fieldOf: () => ({ ...codeFieldOf, totp_required: 'totp', totp_wrong: 'totp', totp_locked: 'totp' }),
  })
/** The same for the wire. */
export const sentProof = ({ code, totp }: { readonly code: string; readonly totp: string }, hasTotp: boolean) => ({
  code: code.trim(),
  ...(hasTotp && { totp: totp.trim() }),
})
