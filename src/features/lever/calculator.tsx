import { Box, Stack } from '#src/ui/box.tsx'
import { Facts } from '#src/ui/facts.tsx'
import { useServices } from '#src/actors/services.tsx'
import { nowOf } from '#streams/kit/live.ts'
import { formatDec, parseDec } from '#contract/wire/money.ts'
import { tidyDecimal } from '#src/lib/amount.ts'
import { AmountField } from '#src/parts/form/amount-field.tsx'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { Tabs } from '#src/ui/tabs.tsx'
import { memo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { calculate, type Answer } from './calculate.ts'
import type { LeverState } from './use-lever.ts'

const missing = '—'
type Question = 'profit' | 'target' | 'liquidation'
const questions: readonly Question[] = ['profit', 'target', 'liquidation']

/** Calculates a position with the same formulas as the server: profit, target price, liquidation price. */
export const Calculator = memo(function Calculator({
  state,
  isOpen,
  onClose,
}: {
  readonly state: LeverState
  readonly isOpen: boolean
  readonly onClose: () => void
}) {
  const { t } = useTranslation('lever')
  return (
    <Sheet title={`${t('calculator')} · ${state.pair.symbol}`} isOpen={isOpen} onClose={onClose} isTall>
      <Form state={state} />
    </Sheet>
  )
})

/** What is asked, what is typed for it, and what it comes to. */
function useCalculation({ pair, market, terms, multiples, rates, free }: LeverState) {
  const { feeds } = useServices()
  const [question, setQuestion] = useState<Question>('profit')
  const [side, setSide] = useState<'long' | 'short'>('long')
  const [multiple, setMultiple] = useState(String(multiples[1] ?? multiples[0] ?? 10))
  const [texts, setTexts] = useState(() => ({
    lots: '1',
    entry: nowOf(feeds.price$(market))?.mark ?? '',
    exit: '',
    percent: '50',
    free: formatDec(parseDec(free ?? '0')),
  }))
  const type = (name: keyof typeof texts) => (text: string) => setTexts({ ...texts, [name]: text })
  const tidy = (name: keyof typeof texts) => tidyDecimal(texts[name])
  const answer = calculate(
    {
      side,
      multiple: Number(multiple),
      lots: texts.lots,
      entry: tidy('entry'),
      exit: tidy('exit'),
      percent: tidy('percent'),
      free: tidy('free'),
    },
    terms,
    { burst: rates.burst, overnight: parseDec(pair.overnight) },
  )
  return { question, setQuestion, side, setSide, multiple, setMultiple, texts, type, answer }
}

function Form({ state }: { readonly state: LeverState }) {
  const { t } = useTranslation('lever')
  const { question, setQuestion, side, setSide, multiple, setMultiple, texts, type, answer } = useCalculation(state)
  const { pair, terms, multiples } = state
  const coin = pair.legal_name
  const field = (name: 'entry' | 'exit' | 'free', label: string) => (
    <AmountField
      name={`calc-${name}`}
      label={label}
      value={texts[name]}
      scale={terms.scale}
      unit={coin}
      onChange={type(name)}
    />
  )
  return (
    <Stack gap={2}>
      <Segmented
        label={t('side')}
        options={[
          { value: 'long', label: t('long') },
          { value: 'short', label: t('short') },
        ]}
        value={side}
        onChange={setSide}
        tone={side === 'long' ? 'rise' : 'fall'}
      />
      <Tabs
        label={t('calculator')}
        isWide
        tabs={questions.map((value) => ({ value, label: t(`ask.${value}`) }))}
        value={question}
        onChange={setQuestion}
      >
        <Stack gap={2}>
          <Stack columns={2} gap={3}>
            <Select
              label={t('multiple')}
              value={multiple}
              options={multiples.map((each) => ({ value: String(each), label: `${each}×` }))}
              onChange={setMultiple}
            />
            <AmountField
              name="calc-lots"
              label={t('lots')}
              value={texts.lots}
              scale={0}
              unit={t('lotsUnit')}
              onChange={type('lots')}
            />
          </Stack>
          {field('entry', t('entryPrice'))}
          {question === 'profit' && field('exit', t('closePrice'))}
          {question === 'target' && (
            <AmountField
              name="calc-percent"
              label={t('wishedReturn')}
              value={texts.percent}
              scale={2}
              unit="%"
              onChange={type('percent')}
            />
          )}
          {question === 'liquidation' && field('free', t('available'))}
          <Answers question={question} answer={answer} coin={coin} scale={terms.scale} />
        </Stack>
      </Tabs>
    </Stack>
  )
}

function Answers({
  question,
  answer,
  coin,
  scale,
}: {
  readonly question: Question
  readonly answer: Answer
  readonly coin: string
  readonly scale: number
}) {
  const { t } = useTranslation('lever')
  const shown = useNumbers()
  const money = (text: string | null) => (text === null ? missing : shown.gain(text, coin, 'fine'))
  const cost = (text: string | null) => (text === null ? missing : shown.cost(text, coin, 'fine'))
  const price = (text: string | null) => (text === null ? missing : `${shown.price(text, scale)} ${coin}`)
  const main: readonly (readonly [string, string])[] =
    question === 'profit'
      ? [
          [t('profit'), money(answer.profit)],
          [t('return'), answer.percent === null ? missing : shown.change(answer.percent)],
        ]
      : question === 'target'
        ? [[t('targetPrice'), price(answer.target)]]
        : [
            [
              t('liquidation'),
              answer.margin !== null && answer.liquidation === null ? t('noLiquidation') : price(answer.liquidation),
            ],
          ]
  return (
    <Box pad={3} round={3} ground="well" aria-live="polite">
      <Facts
        facts={[
          ...main.map(([name, value]) => ({ name, value, isStrong: true })),
          { name: t('margin'), value: cost(answer.margin) },
          { name: t('fee'), value: cost(answer.fee) },
          { name: t('overnightCost'), value: cost(answer.night) },
        ]}
      />
    </Box>
  )
}
