import { limits } from '#contract/wire/limits.ts'
import { isProving } from '#machines/auto-lock.ts'
import { useServices } from '#src/actors/services.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Failure } from '#contract/wire/reply.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { startAutoLock, type AutoLockActor } from './auto-lock.actors.ts'
import styles from './lock-screen.module.css'

/** Runs the lock of this browser while it is switched on, and covers the app while it is locked. */
export function AutoLock() {
  const services = useServices()
  const [actor, setActor] = useState<AutoLockActor | null>(null)
  const isLocked = useAutoLock(({ state }) => state === 'locked')
  useEffect(() => {
    const running = startAutoLock(services)
    setActor(running.actor)
    return running.stop
  }, [services])
  return actor !== null && isLocked ? <LockScreen actor={actor} /> : null
}

/** The topmost layer: everything else is inert, also a dialog that opens later. Neither Escape nor back closes it. */
const useTopLayer = () => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return undefined
    const before = document.activeElement
    const raise = () => {
      const within = element.contains(document.activeElement) ? document.activeElement : element.querySelector('input')
      element.close()
      element.showModal()
      if (within instanceof HTMLElement) within.focus({ preventScroll: true })
    }
    raise()
    const reopen = () => {
      if (!element.open) raise()
    }
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => target !== element && target instanceof HTMLDialogElement && target.open)) raise()
    })
    observer.observe(document.body, { subtree: true, attributeFilter: ['open'] })
    element.addEventListener('close', reopen)
    return () => {
      observer.disconnect()
      element.removeEventListener('close', reopen)
      element.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}

function LockScreen({ actor }: { readonly actor: AutoLockActor }) {
  const { t } = useTranslation(['account', 'session', 'refusals'])
  const { session } = useServices()
  const dialog = useTopLayer()
  const id = useId()
  const [password, setPassword] = useState('')
  const [isEmpty, setIsEmpty] = useState(false)
  const failure = useSelector(actor, ({ context }) => context.failure)
  const isBusy = useSelector(actor, isProving)
  const wrong = useWrong()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsEmpty(password === '')
    dialog.current?.querySelector('input')?.focus()
    if (password !== '') actor.send({ type: 'unlock', password })
  }
  return (
    <dialog ref={dialog} className={styles.lock} aria-labelledby={id} onCancel={(event) => event.preventDefault()}>
      <form className={styles.form} noValidate onSubmit={submit}>
        <span className={styles.mark} aria-hidden="true">
          <Icon name="lock" />
        </span>
        <h1 id={id}>{t('locked.title')}</h1>
        <p className={styles.lead}>{t('locked.lead')}</p>
        <Field
          label={t('session:fields.password')}
          type="password"
          autoComplete="current-password"
          maxLength={limits.maxPasswordLength}
          value={password}
          onChange={(text) => {
            setPassword(text)
            setIsEmpty(false)
          }}
          error={isEmpty ? t('session:faults.passwordRequired') : failure === null ? null : wrong(failure)}
        />
        <Button type="submit" size="l" isWide isBusy={isBusy} mayRetry={failure !== null || isEmpty}>
          {t('locked.unlock')}
        </Button>
        <Button kind="text" size="l" isWide icon="logout" onClick={() => session.send({ type: 'logout' })}>
          {t('locked.logout')}
        </Button>
        <p className={styles.lead}>{t('locked.logoutHint')}</p>
      </form>
    </dialog>
  )
}

/** Why the venue has not unlocked. Without an answer nothing was decided: the password can be sent again. */
const useWrong = () => {
  const { t } = useTranslation('account')
  const failureText = useFailureText()
  return (failure: Failure) => {
    if (failure.kind !== 'refused') return t('locked.offline')
    return failure.reason === 'login_wrong' ? t('locked.wrong', { left: failure.params['left'] }) : failureText(failure)
  }
}
