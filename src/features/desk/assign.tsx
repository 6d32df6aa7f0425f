import type { DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Row } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Select } from '#src/ui/select.tsx'
import { useTranslation } from 'react-i18next'
import { useAct } from './acts.ts'
import { useKeys } from './use-keys.ts'

type Props = { readonly found: DeskCaseFull; readonly me: number; readonly onChanged: () => void }

/** Who works on an open case: to take it, to hand it to a colleague, to give it back. */
export function Assign({ found: { id, status, assigned, colleagues, is_own }, me, onChanged }: Props) {
  const { t } = useTranslation('desk')
  const { send, isBusy, failure } = useAct(desk.assign, onChanged, (row) =>
    row?.assigned === null ? 'desk:assign.freed' : 'desk:assign.done',
  )
  useOnValue(failure, onChanged)
  const taker = assigned?.id ?? 0
  const isOffered = status === 'open' && !is_own
  const give = (to: number) => {
    if (isOffered && !isBusy && to !== taker) send({ id, from: taker, ...(to !== 0 && { to }) })
  }
  useKeys({ a: () => give(taker === me ? 0 : me) })
  if (!isOffered) return null
  const others = colleagues.filter((each) => each.id !== me)
  return (
    <>
      <Row gap={2} above={1} wraps>
        {taker === me ? (
          <Button kind="quiet" size="s" icon="check" isBusy={isBusy} onClick={() => give(0)}>
            {t('assign.giveBack')}
          </Button>
        ) : (
          <Button kind="quiet" size="s" icon="user" isBusy={isBusy} onClick={() => give(me)}>
            {t('assign.take')}
          </Button>
        )}
        {others.length > 0 && (
          <Select
            label={t('assign.to')}
            isBare
            disabled={isBusy}
            value={String(taker)}
            options={[
              { value: '0', label: t('assign.nobody') },
              { value: String(me), label: t('assign.me') },
              ...others.map((each) => ({ value: String(each.id), label: `${each.nickname} · ${each.id}` })),
            ]}
            onChange={(text) => give(Number(text))}
          />
        )}
      </Row>
      <FormFailure failure={isBusy ? null : failure} />
    </>
  )
}
