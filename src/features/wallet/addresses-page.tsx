import { withdraw, type Address } from '#contract/wallet/withdraw.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { formatTime } from '#src/lib/format.ts'
import { go, herePath, useQuery } from '#src/lib/hash-location.ts'
import { withdrawPaths } from '#src/lib/paths/withdraw.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { Unread } from '#src/parts/loaded.tsx'
import { AddressGroups } from '#src/parts/address-groups.tsx'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { toast } from '#src/stores/toasts.ts'
import { Box, Card, Stack } from '#src/ui/box.tsx'
import { Button, IconButton } from '#src/ui/button.tsx'
import { ConfirmDialog } from '#src/ui/dialog.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Page } from '#src/ui/page.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAddress } from './use-address.ts'

/** The book of withdrawal addresses, of all coins or of the one that the address names. */
export function AddressesPage() {
  const { t } = useTranslation('wallet')
  const { request } = useServices()
  const { currency } = useQuery()
  const id = currency !== undefined && /^[1-9]\d{0,8}$/.test(currency) ? Number(currency) : undefined
  const { value, ...read } = useRead(`book.${id}`, (signal) =>
    request.read(withdraw.addresses, id === undefined ? {} : { currency: id }, { signal }),
  )
  const [leaving, setLeaving] = useState<Address | null>(null)
  const create = () => go(withdrawPaths.createFor(id, herePath()))
  return (
    <Page
      title={t('titles.addresses')}
      onRefresh={read.refresh}
      footer={
        <Button isWide size="l" icon="plus" onClick={create}>
          {t('titles.addAddress')}
        </Button>
      }
    >
      <Stack gap={4} topPad={2} endPad={8}>
        {value === null && <Unread read={read} lines={4} height={96} />}
        {value?.length === 0 && <Empty text={t('address.none')} icon="book" />}
        {value !== null && value.length > 0 && (
          <Card as="ul" isRuled clips>
            {value.map((row) => (
              <li key={row.id}>
                <Row row={row} isLeaving={leaving?.id === row.id} onRemove={() => setLeaving(row)} />
              </li>
            ))}
          </Card>
        )}
      </Stack>
      {leaving !== null && (
        <Leaving
          key={leaving.id}
          row={leaving}
          onEnd={(isGone) => {
            setLeaving(null)
            if (isGone) void read.refresh()
          }}
        />
      )}
    </Page>
  )
}

/** Asks before an address leaves the book, and stays until the answer is known. */
function Leaving({ row, onEnd }: { readonly row: Address; readonly onEnd: (isGone: boolean) => void }) {
  const { t } = useTranslation('wallet')
  const [isAsking, setIsAsking] = useState(true)
  const { remove, failure } = useAddress(row, () => {
    toast('wallet:address.removed')
    onEnd(true)
  })
  useOnValue(failure, (told) => {
    toast(told.kind === 'refused' ? `refusals:${told.reason}` : 'refusals:outcome_unknown', {}, 'error')
    onEnd(false)
  })
  return (
    <ConfirmDialog
      title={t('address.removeTitle')}
      confirm={t('address.remove')}
      isOpen={isAsking}
      onClose={() => onEnd(false)}
      kind="danger"
      onConfirm={() => {
        setIsAsking(false)
        remove(row.id)
      }}
    >
      <AddressGroups address={row.address} />
    </ConfirmDialog>
  )
}

function Row({
  row,
  isLeaving,
  onRemove,
}: {
  readonly row: Address
  readonly isLeaving: boolean
  readonly onRemove: () => void
}) {
  const { t } = useTranslation('wallet')
  const { serverNow } = useServices()
  const isHeld = row.usable_ms > Math.max(serverNow(), row.server_now_ms)
  return (
    <Box lay="row" gap={3} blockPad={2} sidePad={3} align="center" justify="between">
      <b>{row.currency_name}</b>
      <Stack as="span" grows breaks>
        {row.notes ?? row.netType}
        <small>{row.netType}</small>
        <AddressGroups address={row.address} />
        {isHeld && (
          <Box as="small" tone="warning">
            {t('address.held', { at: formatTime(row.usable_ms) })}
          </Box>
        )}
      </Stack>
      <Box as="span" keeps>
        <CopyButton isIcon text={row.address} label={t('deposit.copy')} />
        <IconButton icon="trash" label={t('address.remove')} onClick={onRemove} disabled={isLeaving} />
      </Box>
    </Box>
  )
}
