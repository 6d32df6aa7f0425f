import type { MoneyStatus } from '#contract/wire/decision.ts'
import { go } from '#src/lib/hash-location.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { Box, Press, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Facts, type Fact } from '#src/ui/facts.tsx'
import { Photos } from '#src/parts/photos/photos.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './money.module.css'
import { useRemark } from './use-remark.ts'

type Props = {
  readonly title: string
  readonly amount: string
  readonly status: MoneyStatus
  readonly at: string
  readonly remark: string | null
  readonly details: readonly Fact[]
  readonly pictures?: readonly string[]
  /** Where a rejected one is asked for anew. */
  readonly again?: string
}

const tones = { processing: 'warning', passed: 'done', rejected: 'danger' } as const

/** A line of the records of deposits and withdrawals; a tap opens all there is to say of it. */
export function MoneyRow({ title, amount, status, at, remark, details, pictures = [], again }: Props) {
  const { t } = useTranslation('money')
  const shown = useNumbers()
  const said = useRemark()(remark)
  const [isOpen, setIsOpen] = useState(false)
  const photos = pictures.map((url, n) => ({ url, name: t('proofNth', { n: n + 1 }) }))
  const all: readonly Fact[] = [
    { name: t('status'), value: t(`statuses.${status}`) },
    { name: t('time'), value: shown.time(at) },
    ...details,
    ...(said === null ? [] : [{ name: t('remark'), value: said }]),
  ]
  return (
    <>
      <Press
        lay="row"
        gap={3}
        align="center"
        justify="between"
        text="start"
        isFull
        tall={64}
        className={styles.row}
        aria-haspopup="dialog"
        aria-label={`${title} ${amount} ${t(`statuses.${status}`)}`}
        onClick={() => setIsOpen(true)}
      >
        <span>
          <b>{title}</b>
          <Box as="small" isBlock>
            {shown.time(at)}
          </Box>
        </span>
        <Box as="span" text="end">
          <b>{amount}</b>
          <Box as="small" isBlock tone={tones[status]}>
            {t(`statuses.${status}`)}
          </Box>
        </Box>
      </Press>
      <Sheet title={title} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <Facts kind="ruled" facts={all} />
        {pictures.length > 0 && (
          <Photos photos={photos}>
            {(show) => (
              <Stack as="ul" columns={3} gap={2} blockPad={4} className={styles.pictures}>
                {photos.map(({ url, name }, n) => (
                  <li key={url}>
                    <Press isFull onClick={() => show(n)}>
                      <img src={url} alt={name} loading="lazy" />
                    </Press>
                  </li>
                ))}
              </Stack>
            )}
          </Photos>
        )}
        {status === 'rejected' && again !== undefined && (
          <Button isWide onClick={() => go(again)}>
            {t('again')}
          </Button>
        )}
      </Sheet>
    </>
  )
}
