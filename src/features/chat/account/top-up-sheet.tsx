import { Note } from '#src/ui/box.tsx'
import { chatAccount, maxTopUp } from '#contract/chat/chat-account.ts'
import { baseCoin } from '#contract/wire/limits.ts'
import { compareDec } from '#contract/wire/money.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { amountFault } from '#src/parts/form/amount-fault.ts'
import { fundPasswordFault, pinFieldOf } from '#src/parts/form/checks.ts'
import { GateCard } from '#src/parts/form/gate.tsx'
import { MoneyField } from '#src/parts/form/money-field.tsx'
import { moneyForm, useMoneyForm } from '#src/parts/form/money-form.ts'
import { MoneySheet } from '#src/parts/form/money-shell.tsx'
import { PinField } from '#src/parts/form/pin-field.tsx'
import { useGate } from '#src/parts/form/use-gate.ts'
import { toast } from '#src/stores/toasts.ts'
import { useTranslation } from 'react-i18next'

const scale = 8
const topUpForm = moneyForm<{ readonly spot: string }>()({
  call: chatAccount.topUp,
  draft: () => 'chatTopUp',
  fields: () => ({ amount: '', pin: '' }),
  secrets: ['pin'],
  sums: ({ amount }) => ({ amount: tidyDecimal(amount) }),
  faults: ({ texts, sums: { amount }, live: { spot } }) => ({
    amount: amountFault(amount, { max: maxTopUp, free: spot }),
    pin: fundPasswordFault(texts.pin),
  }),
  fieldOf: {
    amount_required: 'amount',
    amount_above_max: 'amount',
    insufficient_balance: 'amount',
    ...pinFieldOf,
  },
  input: ({ texts, sums }) => ({ amount: sums.amount, tradePwd: texts.pin }),
})

type Props = { readonly spot: string; readonly onClose: () => void; readonly onDone: () => void }
/** Moves money from spot to the account of the community, with the fund password. */
export function TopUpSheet({ spot, onClose, onDone }: Props) {
  const { t } = useTranslation(['chat', 'refusals', 'session', 'ui'])
  const { sum } = useNumbers()
  const funds = { account: 'change', currency: baseCoin.id, name: baseCoin.name, amount: '0' } as const
  const gate = useGate({ stops: 'change', usesPin: true, funds })
  const form = useMoneyForm(
    topUpForm,
    { spot },
    {
      gate,
      onDone: () => {
        toast('chat:account.toppedUp')
        onDone()
      },
    },
  )
  const { fields } = form
  return (
    <MoneySheet form={form} title={t('chat:account.topUp')} button={t('chat:account.topUp')} onClose={onClose}>
      <GateCard gate={gate} />
      <Note size={3}>{t('chat:account.topUpHint', { max: sum(maxTopUp, baseCoin.name) })}</Note>
      <MoneyField
        fields={fields}
        name="amount"
        label={t('chat:account.amount')}
        unit={baseCoin.name}
        scale={scale}
        bounds={{ max: maxTopUp }}
        most={compareDec(spot, maxTopUp) > 0 ? maxTopUp : spot}
        balance={t('chat:account.spot', { amount: sum(spot, baseCoin.name) })}
      />
      <PinField gate={gate} fields={fields} disabled={form.isBusy} />
    </MoneySheet>
  )
}
