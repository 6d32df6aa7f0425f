import { limits } from '#contract/wire/limits.ts'
import { isProving, type UnlockFailure } from '#machines/session/auto-lock.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { mayHavePasskeys, type PasskeyRefusal } from '#src/lib/passkey/support.ts'
import { UsePasskey } from '#src/parts/form/use-passkey.tsx'
import { useFailureText } from '#src/parts/failure-text.ts'
import { useAutoLock } from '#src/stores/auto-lock.ts'
import { Box } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Failure } from '#contract/wire/reply.ts'
import { useSelector } from '@xstate/react'
import { useEffect, useId, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { signToUnlock, startAutoLock, unlockOffer, type AutoLockActor } from './auto-lock.actors.ts'
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
      if (changes.some(({ target }) => target !== element && target instanceof HTMLDialogElement && target.open))
        raise()
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
  const passkey = useUnlockPasskey()
  const unsigned = useUnsigned()
  const textOf = (of: UnlockFailure['of']) => (failure?.of === of ? wrong(failure.why) : null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setIsEmpty(password === '')
    dialog.current?.querySelector('input')?.focus()
    if (password !== '') actor.send({ type: 'unlock', proof: { password } })
  }
  return (
    <dialog ref={dialog} className={styles.lock} aria-labelledby={id} onCancel={(event) => event.preventDefault()}>
      <Box as="form" lay="column" gap={3} className={styles.form} noValidate onSubmit={submit}>
        <Box as="span" ground="raised" round={4} tone="accent" className={styles.mark} aria-hidden="true">
          <Icon name="lock" />
        </Box>
        <h1 id={id}>{t('locked.title')}</h1>
        <Box as="p" size={3} tone={2} text="center" isLoose>
          {t('locked.lead')}
        </Box>
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
          error={isEmpty ? t('session:faults.passwordRequired') : textOf('password')}
        />
        <Button type="submit" size="l" isWide isBusy={isBusy} mayRetry={failure !== null || isEmpty}>
          {t('locked.unlock')}
        </Button>
        {passkey !== null && (
          <UsePasskey
            sign={passkey}
            say={unsigned}
            wrong={textOf('passkey')}
            isBusy={isBusy}
            onSigned={(answer) => actor.send({ type: 'unlock', proof: { passkey: answer } })}
          />
        )}
        <Button kind="text" size="l" isWide icon="logout" onClick={() => session.send({ type: 'logout' })}>
          {t('locked.logout')}
        </Button>
        <Box as="p" size={3} tone={2} text="center" isLoose>
          {t('locked.logoutHint')}
        </Box>
      </Box>
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

/**
 * What has a passkey sign to unlock; null where this browser can have none, and until the venue says that the account
 * has one for this page.
 */
const useUnlockPasskey = () => {
  const services = useServices()
  const { value, isBusy, refresh } = useRead('unlock', () =>
    mayHavePasskeys() ? unlockOffer(services) : Promise.resolve({ ok: true, value: { passkey: null } } as const),
  )
  const isUnasked = value === null && !isBusy
  useEffect(() => {
    if (!isUnasked) return undefined
    // Whoever opens a sleeping device is here before its connection.
    const ask = () => void refresh()
    addEventListener('online', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      removeEventListener('online', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [isUnasked, refresh])
  return (value?.passkey ?? null) === null ? null : (signal: AbortSignal) => signToUnlock(services, signal)
}

/** Why nothing was signed. */
const useUnsigned = () => {
  const { t } = useTranslation(['account', 'session'])
  const wrong = useWrong()
  return (why: PasskeyRefusal) =>
    'failure' in why
      ? wrong(why.failure)
      : why.fault === 'cancelled'
        ? t('locked.unsigned')
        : t(`session:passkey.${why.fault}`)
}
