import type { Failure } from '#contract/wire/reply.ts'
import { classes } from '#src/ui/classes.ts'
import { Icon } from '#src/ui/icon.tsx'
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
    <div className={styles.verdict} role={outcome === 'refused' ? 'alert' : 'status'}>
      <span className={classes(styles.mark, styles[outcome])}>
        {outcome === 'unknown' ? (
          <span className={styles.ring} />
        ) : (
          <Icon name={outcome === 'done' ? 'check' : 'warning'} size={32} />
        )}
      </span>
      <h3>
        {outcome === 'done'
          ? (props.title ?? t('verdictDone'))
          : t(outcome === 'refused' ? 'verdictRefused' : 'verdictUnknown')}
      </h3>
      {outcome === 'refused' && <p>{failureText(props.failure)}</p>}
      {outcome === 'unknown' && <p>{t('verdictUnknownText')}</p>}
      {children}
    </div>
  )
}
