import type { Failure } from '#contract/wire/reply.ts'
import { useBackPath } from '#src/lib/back-path.ts'
import { go, herePath, useQuery } from '#src/lib/hash-location.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './kyc-prompt.module.css'

/** The receiving methods, by their wire names. */
const knownWays = ['bank', 'ali_pay', 'we_chat', 'intl_bank'] as const
export type PayeeWay = (typeof knownWays)[number]

export type PayeeGate = {
  /** Shows the prompt for a `payee_missing` (997); returns whether the failure was one. */
  readonly heard: (failure: Failure | null) => boolean
  /** Props for the prompt at the end of the page. */
  readonly prompt: PayeePromptProps
}
export type PayeePromptProps = {
  readonly isOpen: boolean
  readonly ways: readonly PayeeWay[]
  readonly onClose: () => void
}

const waysIn = (raw: unknown): readonly PayeeWay[] => knownWays.filter((way) => Array.isArray(raw) && raw.includes(way))

/** A path to the page that adds receiving methods, with a return path. */
export const payeePath = (ways: readonly PayeeWay[], backpage: string = herePath()) =>
  withQuery(bankPaths.addBank, { ways: ways.length === 0 ? undefined : ways.join(','), backpage })

/**
 * Checks for a receiving method before an action. The page keeps its form as a draft; the prompt
 * links to the page that adds one, and that page links back. Render `<PayeePrompt
 * {...gate.prompt} />` at the end of the page; namespace `ui`.
 */
export function usePayeeGate(): PayeeGate {
  const [missing, setMissing] = useState<readonly PayeeWay[] | null>(null)
  return {
    heard: (failure) => {
      if (failure?.kind !== 'refused' || failure.reason !== 'payee_missing') return false
      setMissing(waysIn(failure.params['ways']))
      return true
    },
    prompt: { isOpen: missing !== null, ways: missing ?? [], onClose: () => setMissing(null) },
  }
}

/** For the page that adds methods: the requested ones and the return path; null without one. */
export function useRequestedPayees(): { readonly ways: readonly PayeeWay[]; readonly back: string | null } {
  const { ways } = useQuery()
  return { ways: waysIn(ways?.split(',')), back: useBackPath() }
}

/** Names the missing receiving method and links to the page that adds it. */
export function PayeePrompt({ isOpen, ways, onClose }: PayeePromptProps) {
  const { t, i18n } = useTranslation(['ui', 'refusals'])
  const list = new Intl.ListFormat(document.documentElement.lang || i18n.language, { type: 'conjunction' })
  return (
    <Sheet
      title={t('payee.title')}
      isOpen={isOpen}
      onClose={onClose}
      footer={
        <Button isWide size="l" onClick={() => go(payeePath(ways))}>
          {t('payee.go')}
        </Button>
      }
    >
      <div className={styles.prompt} role="status">
        <span className={styles.mark} data-standing="none">
          <Icon name="wallet" size={32} />
        </span>
        <h3>{t('refusals:payee_missing')}</h3>
        {ways.length > 0 && (
          <p>{t('payee.missing', { ways: list.format(ways.map((way) => t(`payee.ways.${way}`))) })}</p>
        )}
        <p>{t('payee.kept')}</p>
      </div>
    </Sheet>
  )
}
