import { kyc, type KycRow } from '#contract/kyc/kyc.ts'
import type { Failure } from '#contract/wire/reply.ts'
import { go, herePath } from '#src/lib/hash-location.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { useConfig } from '#src/stores/config.ts'
import { Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Mark } from '#src/ui/mark.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './kyc-prompt.module.css'
import { useKyc } from '#src/actors/use-kyc.ts'
import { useUser } from '#src/actors/use-session.ts'

export type Level = KycRow['level']
/** The actions that may require a verification. */
export type KycWord = 'option' | 'lever' | 'withdraw' | 'gift' | 'otc_take' | 'otc_publish' | 'bank_out'

export type KycGate = {
  /** Runs the action, or shows what is missing first. True when it ran. */
  readonly pass: (act: () => void) => boolean
  /** Shows the prompt if the server refused with `kyc_needed`; returns whether it did. */
  readonly heard: (failure: Failure | null) => boolean
  /** Props for the prompt at the end of the page. */
  readonly prompt: KycPromptProps
}
export type KycPromptProps = { readonly isOpen: boolean; readonly level: Level; readonly onClose: () => void }

export const levelOf = (code: unknown): Level | null => (code === 1 ? 'primary' : code === 2 ? 'advanced' : null)

/** A path to the verification, with a return path. */
export const kycPath = (level: Level, backpage: string = herePath()) =>
  `${kycPaths.kyc}?${new URLSearchParams({ backpage, level: level === 'primary' ? '1' : '2' })}`

/** The level that an action requires, and whether the caller has it; an action without a name requires none. */
export function useLevel(action: KycWord | undefined) {
  const user = useUser()
  const required = useConfig(({ setting }) => (action === undefined ? null : levelOf(setting?.kyc_gates[action])))
  const status = required === 'primary' ? user?.review_status : user?.advanced_status
  return { required, hasPassed: required === null || status === 'passed' }
}

/**
 * Checks the verification before an action. The page keeps its form as a draft; the prompt links to the verification,
 * which links back once it has passed. Render `<KycPrompt {...gate.prompt} />` at the end of the page; namespace `kyc`.
 */
export function useKycGate(action: KycWord): KycGate {
  const { required, hasPassed } = useLevel(action)
  const [open, setOpen] = useState<Level | null>(null)
  return {
    pass: (act) => {
      if (hasPassed) act()
      else setOpen(required)
      return hasPassed
    },
    heard: (failure) => {
      if (failure?.kind !== 'refused' || failure.reason !== 'kyc_needed') return false
      setOpen(levelOf(failure.params['level']) ?? required ?? 'primary')
      return true
    },
    prompt: { isOpen: open !== null, level: open ?? 'primary', onClose: () => setOpen(null) },
  }
}

/** Shows what is missing with a link; during the review it says so, and once passed the user can continue. */
export function KycPrompt({ isOpen, level, onClose }: KycPromptProps) {
  return isOpen ? <OpenPrompt level={level} onClose={onClose} /> : null
}

function OpenPrompt({ level, onClose }: { readonly level: Level; readonly onClose: () => void }) {
  const { t } = useTranslation('kyc')
  const { standing } = useKyc(kyc[level])
  const isPassed = standing === 'passed'
  const isWaiting = standing === 'underReview'
  const textKey = isPassed ? 'passed' : isWaiting ? 'underReview' : standing === 'rejected' ? 'rejected' : 'none'
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
      <Stack gap={3} blockPad={3} items="center" text="center" className={styles.prompt} role="status">
        <Mark
          size="l"
          tone={isWaiting || standing === 'rejected' ? 'warning' : 'accent'}
          icon={isPassed ? 'check' : isWaiting ? 'clock' : 'shield'}
        />
        <h3>{t(`levels.${level}.title`)}</h3>
        <p>{t(`prompt.${textKey}`)}</p>
      </Stack>
    </Sheet>
  )
}
