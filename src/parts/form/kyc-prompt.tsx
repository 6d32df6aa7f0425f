import { kyc, type KycRow } from '#contract/kyc.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { useConfig } from '#src/stores/config.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './kyc-prompt.module.css'
import { useKyc } from '#src/actors/use-kyc.ts'
import { useUser } from '#src/actors/use-session.ts'

type Level = KycRow['level']
/** What the venue may ask a verification for. */
export type KycWord = 'option' | 'lever' | 'withdraw' | 'gift' | 'otc_take' | 'otc_publish' | 'bank_out'

export type KycGate = {
  /** Does it now, or shows what is missing first. True when it was done. */
  readonly pass: (act: () => void) => boolean
  /** The venue has said that it is missing: shows the prompt for a `kyc_needed`, and says whether it was one. */
  readonly heard: (failure: Failure | null) => boolean
  /** To be put at the end of the page. */
  readonly prompt: KycPromptProps
}
export type KycPromptProps = { readonly isOpen: boolean; readonly level: Level; readonly onClose: () => void }

const levelOf = (code: unknown): Level | null => (code === 1 ? 'primary' : code === 2 ? 'advanced' : null)

/** The way to the verification, that leads back to where one is. */
export const kycPath = (level: Level, backpage: string = herePath()) =>
  `${kycPaths.kyc}?${new URLSearchParams({ backpage, level: level === 'primary' ? '1' : '2' })}`

/**
 * The gate before what needs a verification. The page keeps its form by its draft; the prompt leads to the verification
 * and, when that has passed, back here. `<KycPrompt {...gate.prompt} />` stands at the end of the page; its words are `kyc`.
 */
export function useKycGate(word: KycWord): KycGate {
  const user = useUser()
  const asked = useConfig(({ setting }) => levelOf(setting?.kyc_gates[word]))
  const [open, setOpen] = useState<Level | null>(null)
  const hasPassed = asked === null || (asked === 'primary' ? user?.review_status : user?.advanced_status) === 'passed'
  return {
    pass: (act) => {
      if (hasPassed) act()
      else setOpen(asked)
      return hasPassed
    },
    heard: (failure) => {
      if (failure?.kind !== 'refused' || failure.reason !== 'kyc_needed') return false
      setOpen(levelOf(failure.params['level']) ?? asked ?? 'primary')
      return true
    },
    prompt: { isOpen: open !== null, level: open ?? 'primary', onClose: () => setOpen(null) },
  }
}

/** Says what is missing and leads there; while the desk looks it says so, and when it has passed it lets go on. */
export function KycPrompt({ isOpen, level, onClose }: KycPromptProps) {
  return isOpen ? <OpenPrompt level={level} onClose={onClose} /> : null
}

function OpenPrompt({ level, onClose }: { readonly level: Level; readonly onClose: () => void }) {
  const { t } = useTranslation('kyc')
  const { standing } = useKyc(kyc[level])
  const isPassed = standing === 'passed'
  const isWaiting = standing === 'underReview'
  const word = isPassed ? 'passed' : isWaiting ? 'underReview' : standing === 'rejected' ? 'rejected' : 'none'
  return (
    <Sheet
      title={t('prompt.title')}
      isOpen
      onClose={onClose}
      footer={
        isPassed || isWaiting ? (
          <Button isWide size="l" kind={isPassed ? 'primary' : 'quiet'} onClick={onClose}>
            {t(isPassed ? 'goOn' : 'prompt.wait')}
          </Button>
        ) : (
          <Button isWide size="l" onClick={() => go(kycPath(level))}>
            {t(standing === 'rejected' ? 'again' : 'prompt.go')}
          </Button>
        )
      }
    >
      <div className={styles.prompt} role="status">
        <span className={styles.mark} data-standing={word}>
          <Icon name={isPassed ? 'check' : isWaiting ? 'clock' : 'shield'} size={32} />
        </span>
        <h3>{t(`levels.${level}.title`)}</h3>
        <p>{t(`prompt.${word}`)}</p>
      </div>
    </Sheet>
  )
}
