import type { Failure } from '#contract/wire/reply.ts'
import { Stack } from '#src/ui/box.tsx'
import { Mark } from '#src/ui/mark.tsx'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useFailureText } from '#src/parts/failure-text.ts'
import styles from './verdict.module.css'

type Props =
  | { readonly outcome: 'done'; readonly title?: string; readonly children?: ReactNode }
  | { readonly outcome: 'refused'; readonly failure: Failure; readonly children?: ReactNode }
  | { readonly outcome: 'unknown'; readonly children?: ReactNode }

/** The outcome of a money action: done, refused with its reason, or unknown, which never offers a blind retry. */
export function Verdict(props: Props) {
  const { t } = useTranslation('ui')
  const failureText = useFailureText()
  const { outcome, children } = props
  return (
    <Stack
      gap={3}
      items="center"
      text="center"
      blockPad={6}
      className={styles.verdict}
      role={outcome === 'refused' ? 'alert' : 'status'}
    >
      {outcome === 'unknown' ? (
        <Mark size="l" tone="warning">
          <span className={styles.ring} />
        </Mark>
      ) : outcome === 'done' ? (
        <Mark size="l" icon="check" />
      ) : (
        <Mark size="l" tone="danger" icon="warning" />
      )}
      <h3>
        {outcome === 'done'
          ? (props.title ?? t('verdictDone'))
          : t(outcome === 'refused' ? 'verdictRefused' : 'verdictUnknown')}
      </h3>
      {outcome === 'refused' && <p>{failureText(props.failure)}</p>}
      {outcome === 'unknown' && <p>{t('verdictUnknownText')}</p>}
      {children}
    </Stack>
  )
}
