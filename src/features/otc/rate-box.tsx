import { Rating } from './merchant-line.tsx'
import { otc } from '#contract/otc/otc.ts'
import { isOtcOrderAhead, type OtcOrder } from '#contract/otc/otc-order.ts'
import { useSubmit } from '#src/actors/use-submit.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Card, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Field } from '#src/ui/field.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

const wordLength = 60

/** After a completed order: how it went with the other side, in one tap and a short word. */
export function RateBox({ order }: { readonly order: OtcOrder }) {
  const { t } = useTranslation('otc')
  const [isGood, setIsGood] = useState(true)
  const [word, setWord] = useState('')
  const [sent, setSent] = useState<OtcOrder | null>(null)
  const rate = useSubmit(otc.rate, { onDone: (value) => setSent(value) })
  const { ratings, may_rate } = sent !== null && isOtcOrderAhead(order, sent) ? sent : order
  const peer = order.my_role === 'buyer' ? order.seller : order.buyer
  if (!may_rate && ratings.length === 0) return null
  return (
    <Card as="section" gap={2} pad={4} aria-label={t('rate.title')}>
      <h3>{t('rate.title')}</h3>
      {ratings.map(({ by, is_good, word: said }) => (
        <Rating
          key={by}
          by={t(by === order.my_role ? 'rate.yours' : 'rate.theirs', { name: peer.nickname })}
          isGood={is_good}
          word={said}
        />
      ))}
      {may_rate && (
        <Stack gap={4} topPad={2} endPad={6}>
          <Segmented
            label={t('rate.ask', { name: peer.nickname })}
            value={isGood ? 'good' : 'bad'}
            onChange={(value) => setIsGood(value === 'good')}
            options={[
              { value: 'good', label: t('rate.good') },
              { value: 'bad', label: t('rate.bad') },
            ]}
          />
          <Field
            label={t('rate.word')}
            value={word}
            onChange={setWord}
            maxLength={wordLength}
            aside={`${[...word].length}/${wordLength}`}
          />
          <FormFailure failure={rate.isBusy ? null : rate.failure} />
          <Button
            kind="quiet"
            isBusy={rate.isBusy}
            onClick={() => rate.send({ id: order.id, is_good: isGood, word: word.trim() })}
          >
            {t('rate.send')}
          </Button>
        </Stack>
      )}
    </Card>
  )
}
