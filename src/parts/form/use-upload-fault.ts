import type { Failure } from '#contract/wire/reply.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useTranslation } from 'react-i18next'

/** Why an upload failed, as a sentence; after a lost reply it only has to be sent again. */
export function useUploadFault(failure: Failure | null): string | null {
  const { t } = useTranslation('refusals')
  const failureText = useFailureText()
  if (failure === null) return null
  return failure.kind === 'unknown' ? t('upload_failed') : failureText(failure)
}
