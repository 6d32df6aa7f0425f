import { miningCalls, type Machine } from '#contract/mining/mining.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { ReviewSheet } from '#src/parts/trade/review-sheet.tsx'
import { Button } from '#src/ui/button.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CountField } from './count-field.tsx'
import styles from './mining.module.css'

/** Taking a place in the line for a machine, or giving it up. Both cost nothing. */
export function ReserveSheet({ machine, onClose }: { readonly machine: Machine; readonly onClose: () => void }) {
  const { t } = useTranslation('mining')
  const [num, setNum] = useState(1)
  const [isReviewing, setIsReviewing] = useState(machine.reservation !== null)
  const submit = useSubmit(miningCalls.reserve)
  const [drops] = useState(machine.reservation !== null)
  const pieces = machine.reservation?.num ?? num
  const send = () => submit.send({ machine_id: machine.id, ...(drops ? { drop: true } : { num }) })
  if (!isReviewing)
    return (
      <Sheet
        title={t('reserveOf', { name: machine.name })}
        isOpen
        onClose={onClose}
        footer={
          <Button isWide size="l" onClick={() => setIsReviewing(true)}>
            {t('reserve')}
          </Button>
        }
      >
        <div className={styles.form}>
          <CountField
            label={t('pieces')}
            value={num}
            max={machine.per_user === 0 ? machine.stock : machine.per_user}
            onChange={setNum}
          />
          <p className={styles.note}>{t('reserveNote')}</p>
        </div>
      </Sheet>
    )
  return (
    <ReviewSheet
      title={t(drops ? 'giveUp' : 'reserve')}
      isOpen
      onClose={onClose}
      state={submit.state}
      failure={submit.failure}
      rows={[
        { name: t('pieces'), value: `${pieces} × ${machine.name}` },
        { name: t('cost'), value: t('free') },
      ]}
      confirm={t(drops ? 'giveUp' : 'reserve')}
      onConfirm={send}
      doneTitle={t(drops ? 'gaveUp' : 'reserved')}
      done={
        !drops &&
        submit.value !== null && <p>{t('placeInLine', { place: submit.value.place, num: submit.value.num })}</p>
      }
    />
  )
}
