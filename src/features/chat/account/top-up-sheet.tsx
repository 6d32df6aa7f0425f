import { Box, Stack } from '#src/ui/box.tsx'
import { chatAccount, maxTopUp } from '#contract/chat/chat-account.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec } from '#contract/wire/money.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { useFailureText } from '#src/parts/failure-text.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { fundPasswordFault } from '#src/parts/form/checks.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useForm } from '#src/parts/form/use-form.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { toast } from '#src/stores/toasts.ts'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useTranslation } from 'react-i18next'
import { PacketPin } from '#src/features/chat/packets/packet-pin.tsx'

const scale = 8
const id = 'chat-top-up'

/** Moves money from spot to the account of the community, with the fund password. */
export function TopUpSheet({
  spot,
  onClose,
  onDone,
}: {
  readonly spot: string
  readonly onClose: () => void
  readonly onDone: () => void
}) {
  const { t } = useTranslation(['chat', 'refusals', 'session', 'ui'])
  const { sum } = useNumbers()
  const failureText = useFailureText()
  const form = useForm({
    draft: 'chatTopUp',
    first: { amount: '', pin: '' },
    secrets: ['pin'],
    check: ({ amount, pin }) => ({
      amount: amountFault(tidyDecimal(amount), { max: maxTopUp, free: spot }),
      pin: fundPasswordFault(pin),
    }),
    fieldOf: () => ({
      amount_required: 'amount',
      amount_above_max: 'amount',
      insufficient_balance: 'amount',
      pay_password_required: 'pin',
      pay_password_malformed: 'pin',
      pay_password_wrong: 'pin',
      pay_password_locked: 'pin',
    }),
  })
  const submit = useSubmit(chatAccount.topUp, {
    onDone: () => {
      form.drop()
      toast('chat:account.toppedUp')
      onDone()
    },
  })
  useOnValue(submit.state === 'refused' ? submit.failure : null, form.refuse)
  const fault = (name: 'amount' | 'pin') => {
    const found = form.faultOf(name)
    return found === null
      ? null
      : typeof found === 'string'
        ? t(found, { max: sum(maxTopUp, baseCoin.name) })
        : failureText(found)
  }
  const most = compareDec(spot, maxTopUp) > 0 ? maxTopUp : spot
  return (
    <Sheet
      title={t('chat:account.topUp')}
      isOpen
      onClose={onClose}
      isHeld={submit.isBusy}
      footer={
        <Button type="submit" form={id} isWide isBusy={submit.isBusy} mayRetry={form.mayRetry}>
          {t('chat:account.topUp')}
        </Button>
      }
    >
      <Stack
        id={id}
        ref={form.form}
        as="form"
        gap={3}
        noValidate
        onSubmit={form.submit(({ amount, pin }) => {
          if (submit.isBusy) return
          submit.reset()
          submit.send({ amount: tidyDecimal(amount), tradePwd: pin })
        })}
      >
        <Box as="p" size={3} tone={2}>
          {t('chat:account.topUpHint', { max: sum(maxTopUp, baseCoin.name) })}
        </Box>
        <AmountField
          label={t('chat:account.amount')}
          name="amount"
          value={form.texts.amount}
          onChange={(text) => form.set('amount', text)}
          onBlur={() => form.touch('amount')}
          scale={scale}
          unit={baseCoin.name}
          aside={t('chat:account.spot', { amount: sum(spot, baseCoin.name) })}
          onMax={() => form.set('amount', most)}
          error={fault('amount')}
        />
        <PacketPin
          value={form.texts.pin}
          onChange={(pin) => form.set('pin', pin)}
          disabled={submit.isBusy}
          error={fault('pin')}
        />
        <FormFailure failure={form.failure} />
        {submit.state === 'unknown' && (
          <Box as="p" size={3} tone={2} role="status">
            {t('ui:verdictUnknownText')}
          </Box>
        )}
      </Stack>
    </Sheet>
  )
}
