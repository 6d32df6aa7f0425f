import { Unread } from '#src/parts/loaded.tsx'
import { Stack } from '#src/ui/box.tsx'
import { passkeys, type Passkey } from '#contract/account/passkey.ts'
import { useServices } from '#src/actors/services.tsx'
import { useRead } from '#src/actors/use-read.ts'
import { mayHavePasskeys } from '#src/lib/passkey/support.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './account.module.css'
import { AddPasskey } from './add-passkey.tsx'
import { EndPasskey, RenamePasskey } from './change-passkey.tsx'
import { Lead, ButtonRow, Row, Rows } from './rows.tsx'

type Open = { readonly as: 'add' } | { readonly as: 'rename' | 'end'; readonly passkey: Passkey }

/** The passkeys of the account: each can be renamed and ended, and one of this device be added. */
export function Passkeys({ hasTotp }: { readonly hasTotp: boolean }) {
  const { t } = useTranslation('account')
  const { request } = useServices()
  const [open, setOpen] = useState<Open | null>(null)
  const { value, ...read } = useRead('passkeys', (signal) => request.read(passkeys.list, {}, { signal }))
  const mayAdd = value !== null && value.list.length < value.max && mayHavePasskeys()
  const close = () => {
    setOpen(null)
    void read.refresh()
  }
  return (
    <>
      <Rows title={t('passkeys.title')}>
        {value === null && <Unread read={read} lines={1} height={64} />}
        {value?.list.length === 0 && <Row icon="shield" label={t('passkeys.none')} hint={t('passkeys.noneHint')} />}
        {value?.list.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} onOpen={(as) => setOpen({ as, passkey })} />
        ))}
        {mayAdd && <ButtonRow icon="plus" label={t('passkeys.add')} onPress={() => setOpen({ as: 'add' })} />}
      </Rows>
      {value !== null && !mayAdd && (
        <Lead>{mayHavePasskeys() ? t('passkeys.full', { max: value.max }) : t('passkeys.unsupported')}</Lead>
      )}
      {open?.as === 'add' && <AddPasskey hasTotp={hasTotp} onClose={close} />}
      {open?.as === 'rename' && <RenamePasskey passkey={open.passkey} onClose={close} />}
      {open?.as === 'end' && <EndPasskey passkey={open.passkey} hasTotp={hasTotp} onClose={close} />}
    </>
  )
}

function PasskeyRow({
  passkey,
  onOpen,
}: {
  readonly passkey: Passkey
  readonly onOpen: (as: 'rename' | 'end') => void
}) {
  const { t } = useTranslation('account')
  const shown = useNumbers()
  const { name, created_time, used_time, is_copied } = passkey
  const lines = [
    t('passkeys.made', { time: shown.time(created_time) }),
    used_time === null ? t('passkeys.unused') : t('passkeys.used', { time: shown.time(used_time) }),
    ...(is_copied ? [t('passkeys.copied')] : []),
  ]
  return (
    <Row icon={is_copied ? 'warning' : 'shield'} label={name} hint={lines.join(' · ')}>
      <Stack as="span" gap={3} items="end" keeps className={styles.actions}>
        {(['rename', 'end'] as const).map((as) => (
          <Button
            key={as}
            kind="quiet"
            size="s"
            aria-label={`${t(`passkeys.${as}`)}: ${name}`}
            onClick={() => onOpen(as)}
          >
            {t(`passkeys.${as}`)}
          </Button>
        ))}
      </Stack>
    </Row>
  )
}
