import { bank, type MoreMethod, type PayWay } from '#contract/wallet/bank.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { bankPaths } from '#src/lib/paths/bank.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { FundPassword } from '#src/parts/form/fund-password.tsx'
import { moreName } from '#src/parts/form/use-more.ts'
import { Link } from '#src/parts/link.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Row, Stack } from '#src/ui/box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { limits } from '#contract/wire/limits.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

type Props = { readonly way: PayWay; readonly list: readonly MoreMethod[]; readonly onChanged: () => void }
/** Further methods of a way that is bound: each can be removed while nothing needs it, and another one added. */
export function MoreMethods({ way, list, onChanged }: Props) {
  const { t } = useTranslation('wallet')
  const [gone, setGone] = useState<MoreMethod | null>(null)
  return (
    <Stack gap={1} endPad={2}>
      {list.map((each) => (
        <Row key={each.id} gap={2} justify="between" size="dense">
          <span>{moreName(each)}</span>
          {each.is_used ? (
            <small>{t('methods.used')}</small>
          ) : (
            <IconButton
              icon="trash"
              label={t('methods.removeOne', { name: moreName(each) })}
              onClick={() => setGone(each)}
            />
          )}
        </Row>
      ))}
      <Link to={bankPaths.moreOf(way)} size={2} tone="accent" lay="row" align="center" isTouch>
        {t('methods.another')}
      </Link>
      {gone !== null && (
        <RemoveSheet
          method={gone}
          onClose={() => setGone(null)}
          onDone={() => {
            setGone(null)
            onChanged()
          }}
        />
      )}
    </Stack>
  )
}

type RemoveProps = { readonly method: MoreMethod; readonly onClose: () => void; readonly onDone: () => void }
function RemoveSheet({ method, onClose, onDone }: RemoveProps) {
  const { t } = useTranslation('wallet')
  const [pin, setPin] = useState('')
  const { send, isBusy, failure } = useSubmit(bank.removeMore, {
    onDone: () => {
      toast('wallet:methods.removed')
      onDone()
    },
  })
  const name = moreName(method)
  return (
    <Sheet
      title={t('methods.removeOne', { name })}
      isOpen
      isHeld={isBusy}
      onClose={onClose}
      footer={
        <Button
          kind="danger"
          size="l"
          isWide
          isBusy={isBusy}
          disabled={pin.length < limits.fundPasswordDigits}
          onClick={() => send({ id: method.id, pay_password: pin })}
        >
          {t('methods.remove')}
        </Button>
      }
    >
      <Stack gap={3}>
        <FundPassword value={pin} onChange={setPin} />
        <FormFailure failure={isBusy ? null : failure} />
      </Stack>
    </Sheet>
  )
}
