import { entriesIn } from '#contract/account/account-ranges.ts'
import { webhooks, type Webhook } from '#contract/webhook/webhook.ts'
import { limits } from '#contract/wire/limits.ts'
import { pinFieldOf } from '#src/parts/form/checks.ts'
import { FormField } from '#src/parts/form/form-field.tsx'
import { FormShell, useFormSubmit } from '#src/parts/form/form-shell.tsx'
import { GateCard } from '#src/parts/form/gate.tsx'
import { PinField } from '#src/parts/form/pin-field.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useGate } from '#src/parts/form/use-gate.ts'
import { Box } from '#src/ui/box.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ShowSecret } from './show-secret.tsx'

type Props = { readonly onClose: () => void }
const wrongPin = (pin: string) => (pin.length === limits.fundPasswordDigits ? null : 'refusals:pay_password_malformed')
/** The secret is in the answer alone: one that was lost is gone. */
const useSecret = () => {
  const [secret, setSecret] = useState<string | null>(null)
  const [isLost, setIsLost] = useState(false)
  const take = (value: { readonly secret: string } | null) =>
    value === null ? setIsLost(true) : setSecret(value.secret)
  return { secret, isLost, take }
}

/** Adds an address, and shows its secret once. */
export function AddWebhook({ onClose }: Props) {
  const { t } = useTranslation('account')
  const { secret, isLost, take } = useSecret()
  const gate = useGate({ stops: 'change', usesPin: true })
  const form = useForm({
    draft: 'webhook',
    first: { url: '', events: '', pin: '' },
    secrets: ['pin'],
    check: ({ url, pin }) => ({
      url: url.trim() === '' ? 'account:webhooks.urlRequired' : null,
      pin: wrongPin(pin),
    }),
    fieldOf: () => ({ webhook_address: 'url', webhook_event: 'events', ...pinFieldOf }),
  })
  const submit = useFormSubmit(webhooks.add, form, take)
  if (secret !== null) return <ShowSecret of="webhooks" secret={secret} onClose={onClose} />
  return (
    <Sheet title={t('webhooks.add')} isOpen onClose={onClose} isHeld={submit.isBusy}>
      <FormShell
        form={form}
        gap={4}
        isBusy={submit.isBusy}
        unknown={(isLost || submit.state === 'unknown') && t('webhooks.unsure')}
        button={t('webhooks.add')}
        onSubmit={({ url, events, pin }) =>
          gate.pass(() => {
            if (submit.isBusy) return
            submit.reset()
            submit.send({ url: url.trim(), events: entriesIn(events), pay_password: pin })
          })
        }
      >
        <GateCard gate={gate} />
        <FormField form={form} name="url" label={t('webhooks.url')} hint={t('webhooks.urlHint')} autoComplete="off" />
        <FormField
          form={form}
          name="events"
          label={t('webhooks.events')}
          hint={t('webhooks.eventsHint')}
          autoComplete="off"
        />
        <PinField gate={gate} fields={form} />
      </FormShell>
    </Sheet>
  )
}

/** Makes a new secret for an address, and shows it once. */
export function TurnWebhook({ hook, onClose }: Props & { readonly hook: Webhook }) {
  const { t } = useTranslation('account')
  const { secret, isLost, take } = useSecret()
  const gate = useGate({ stops: 'change', usesPin: true })
  const form = useForm({
    draft: `webhook-turn-${hook.id}`,
    first: { pin: '' },
    secrets: ['pin'],
    check: ({ pin }) => ({ pin: wrongPin(pin) }),
    fieldOf: () => pinFieldOf,
  })
  const submit = useFormSubmit(webhooks.turn, form, take)
  if (secret !== null) return <ShowSecret of="webhooks" secret={secret} onClose={onClose} />
  return (
    <Sheet title={t('webhooks.turn')} isOpen onClose={onClose} isHeld={submit.isBusy}>
      <FormShell
        form={form}
        gap={4}
        isBusy={submit.isBusy}
        unknown={(isLost || submit.state === 'unknown') && t('outcome.unknown')}
        button={t('webhooks.turn')}
        onSubmit={({ pin }) =>
          gate.pass(() => {
            if (submit.isBusy) return
            submit.reset()
            submit.send({ id: hook.id, pay_password: pin })
          })
        }
      >
        <GateCard gate={gate} />
        <Box as="p" tone={2} isLoose breaks>
          {`${hook.url} · ${t('webhooks.turnText')}`}
        </Box>
        <PinField gate={gate} fields={form} />
      </FormShell>
    </Sheet>
  )
}
