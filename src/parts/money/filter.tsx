import type { MoneyStatus } from '#contract/wire/decision.ts'
import { useServices } from '#src/actors/services.tsx'
import { useStream } from '#src/lib/use-stream.ts'
import { Box, Press, Stack } from '#src/ui/box.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Choice } from '#src/ui/menu-list.tsx'
import { MenuSheet } from '#src/ui/menu-sheet.tsx'
import { loading } from '#streams/kit/live.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './filter.module.css'

/** Filters side by side: two, and five where it is wide. */
export const Filters = ({ children }: { readonly children: ReactNode }) => (
  <Stack columns={2} gap={2} blockPad={2} className={styles.filters}>
    {children}
  </Stack>
)

type FilterProps = {
  readonly title: string
  readonly choices: readonly Choice<string>[]
  readonly chosen: string
  readonly onChoose: (value: string) => void
}

/** One filter of a list of records: its name, what is chosen, and a sheet to choose from. */
export function Filter({ title, choices, chosen, onChoose }: FilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const label = choices.find(({ value }) => value === chosen)?.label ?? '…'
  return (
    <>
      <Press
        lay="row"
        gap={2}
        sidePad={3}
        align="center"
        ground="raised"
        round={2}
        isTouch
        className={styles.filter}
        aria-haspopup="dialog"
        onClick={() => setIsOpen(true)}
      >
        <Box as="span" tone={2}>
          {title}
        </Box>
        <b>{label}</b>
        <Icon name="chevron-down" size={16} />
      </Press>
      <MenuSheet
        title={title}
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        choices={choices}
        chosen={chosen}
        onChoose={onChoose}
      />
    </>
  )
}

export const all = 'all'

/** One coin of those the caller may hold, or all. */
export function CoinFilter({
  chosen,
  onChoose,
}: {
  readonly chosen: number | null
  readonly onChoose: (currency: number | null) => void
}) {
  const { t } = useTranslation('money')
  const { feeds } = useServices()
  const { value } = useStream(feeds.balances$, loading)
  const coins = useMemo(() => {
    const named = new Map(
      Object.values(value?.cells ?? {})
        .flat()
        .map(({ currency, currency_name }) => [currency, currency_name]),
    )
    return [...named].map(([currency, name]) => ({ value: String(currency), label: name }))
  }, [value])
  const choices = [{ value: all, label: t('filter.all') }, ...coins]
  return (
    <Filter
      title={t('filter.coin')}
      choices={choices}
      chosen={chosen === null ? all : String(chosen)}
      onChoose={(id) => onChoose(id === all ? null : Number(id))}
    />
  )
}

const statuses = ['processing', 'passed', 'rejected'] as const satisfies readonly MoneyStatus[]
/** The filter by what has become of a request. */
export function StatusFilter({
  chosen,
  onChoose,
}: {
  readonly chosen: MoneyStatus | null
  readonly onChoose: (status: MoneyStatus | null) => void
}) {
  const { t } = useTranslation('money')
  const choices = [
    { value: all, label: t('filter.all') },
    ...statuses.map((value) => ({ value, label: t(`statuses.${value}`) })),
  ]
  return (
    <Filter
      title={t('filter.status')}
      choices={choices}
      chosen={chosen ?? all}
      onChoose={(value) => onChoose(statuses.find((each) => each === value) ?? null)}
    />
  )
}
