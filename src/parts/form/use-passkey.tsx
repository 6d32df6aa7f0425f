import { loadCeremony } from '#src/lib/passkey/ceremony.ts'
import type { PasskeyOutcome, PasskeyRefusal } from '#src/lib/passkey/support.ts'
import { Button } from '#src/ui/button.tsx'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormAlert } from './form-failure.tsx'

type Props = {
  /** Has a passkey sign; the signal ends the browser's question when this is gone. */
  readonly sign: (signal: AbortSignal) => Promise<PasskeyOutcome>
  /** What to say when nothing was signed. */
  readonly say: (why: PasskeyRefusal) => string
  /** Why the venue did not accept what was signed last. */
  readonly wrong?: string | null
  readonly isBusy: boolean
  readonly onSigned: (answer: string) => void
}

/** Has a passkey sign in place of a code or a password. */
export function UsePasskey({ sign, say, wrong = null, isBusy, onSigned }: Props) {
  const { t } = useTranslation('session')
  const [isAsking, setIsAsking] = useState(false)
  const [refusal, setRefusal] = useState<PasskeyRefusal | null>(null)
  const gone = useRef<AbortController | null>(null)
  useEffect(() => {
    void loadCeremony()
    return () => gone.current?.abort()
  }, [])
  const ask = async () => {
    if (isAsking || isBusy) return
    setIsAsking(true)
    setRefusal(null)
    const controller = new AbortController()
    gone.current = controller
    const outcome = await sign(controller.signal)
    if (controller.signal.aborted) return
    setIsAsking(false)
    if (outcome.ok) onSigned(outcome.answer)
    else setRefusal(outcome)
  }
  const text = refusal === null ? wrong : say(refusal)
  return (
    <>
      <Button
        kind="quiet"
        size="l"
        isWide
        icon="shield"
        isBusy={isAsking}
        disabled={isBusy}
        mayRetry={text !== null}
        onClick={() => void ask()}
      >
        {t('passkey.use')}
      </Button>
      <FormAlert>{text}</FormAlert>
    </>
  )
}
