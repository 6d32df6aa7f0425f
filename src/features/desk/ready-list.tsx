import type { ReadyNetwork } from '#contract/desk/desk-money.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { useSubmit } from '#src/actors/use-submit.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { Sheet } from '#src/ui/sheet.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEvery } from './use-every.ts'

/** Of each network the withdrawals that wait for a batch. */
export function ReadyList({ onMade }: { readonly onMade: (id: string) => void }) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const read = useRead('ready', (signal) => request.read(desk.ready, {}, { signal }))
  const [chosen, setChosen] = useState<ReadyNetwork | null>(null)
  useEvery(read.refresh)
  return (
    <Stack gap={2}>
      {(read.value ?? []).map((each) => (
        <Button key={each.network} isWide onClick={() => setChosen(each)}>
          {t('batch.ready', { network: each.network, n: each.count })}
        </Button>
      ))}
      {chosen !== null && (
        <MakeSheet
          ready={chosen}
          onClose={() => {
            setChosen(null)
            void read.refresh()
          }}
          onMade={onMade}
        />
      )}
    </Stack>
  )
}

type MakeProps = {
  readonly ready: ReadyNetwork
  readonly onClose: () => void
  readonly onMade: (id: string) => void
}
function MakeSheet({ ready, onClose, onMade }: MakeProps) {
  const { t } = useTranslation('desk')
  const { exact } = useNumbers()
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const submit = useSubmit(desk.makeBatch, {
    onDone: (made) => {
      toast('desk:saved')
      onClose()
      if (made !== null) onMade(made.id)
    },
  })
  const ids = ready.list.filter(({ id, is_own }) => !is_own && !left.has(id)).map(({ id }) => id)
  return (
    <Sheet
      title={t('batch.make', { network: ready.network })}
      isOpen
      isHeld={submit.isBusy}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          size="l"
          isWide
          isBusy={submit.isBusy}
          disabled={ids.length === 0}
          onClick={() => submit.send({ network: ready.network, ids })}
        >
          {t('batch.makeOf', { n: ids.length })}
        </Button>
      }
    >
      <Stack gap={3}>
        <p>{t('batch.makeText')}</p>
        {ready.list.map(({ id, user, coin, amount, address, is_own }) => (
          <Checkbox
            key={id}
            isChecked={!is_own && !left.has(id)}
            disabled={is_own}
            onChange={(isIn) => setLeft(new Set(isIn ? [...left].filter((each) => each !== id) : [...left, id]))}
          >
            <b>{`${exact(amount)} ${coin}`}</b>{' '}
            <Box as="small" tone={2} breaks>
              {id} · {user.nickname} · {address}
              {is_own && ` · ${t('batch.own')}`}
            </Box>
          </Checkbox>
        ))}
        <FormFailure failure={submit.isBusy ? null : submit.failure} />
      </Stack>
    </Sheet>
  )
}
