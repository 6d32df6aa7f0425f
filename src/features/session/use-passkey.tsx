import type { PasskeyRequest } from '#contract/account/passkey.ts'
import { loadCeremony, signWithPasskey } from '#src/lib/passkey/ceremony.ts'
import type { PasskeyFault } from '#src/lib/passkey/support.ts'
import { Button } from '#src/ui/button.tsx'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './session.module.css'

type Props = { readonly request: PasskeyRequest; readonly isBusy: boolean; readonly onSigned: (answer: string) => void }

/** Has a passkey sign in place of the code. */
export function UsePasskey({ request, isBusy, onSigned }: Props) {
  const { t } = useTranslation('session')
  const [isAsking, setIsAsking] = useState(false)
  const [fault, setFault] = useState<PasskeyFault | null>(null)
  useEffect(() => void loadCeremony(), [])
  const ask = async () => {
    if (isAsking || isBusy) return
    setIsAsking(true)
    setFault(null)
    const outcome = await signWithPasskey(request)
    setIsAsking(false)
    if (outcome.ok) onSigned(outcome.answer)
    else setFault(outcome.fault)
  }
  return (
    <>
      <Button kind="quiet" size="l" isWide icon="shield" isBusy={isAsking} disabled={isBusy} mayRetry={fault !== null} onClick={() => void ask()}>
        {t('passkey.use')}
      </Button>
      <div role="alert" className={styles.lead}>{fault !== null && t(`passkey.${fault}`)}</div>
    </>
  )
}
