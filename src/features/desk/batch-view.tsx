import { batchCsv, type BatchItem, type DeskBatch } from '#contract/desk/desk-batch.ts'
import type { DeskCaseFull } from '#contract/desk/desk-cases.ts'
import { desk } from '#contract/desk/desk.ts'
import { deskPaths } from '#src/lib/paths/desk.ts'
import { withQuery } from '#src/lib/paths/query.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { useNumbers } from '#src/lib/use-numbers.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { FormFailure } from '#src/parts/form/form-failure.tsx'
import { Link } from '#src/parts/link.tsx'
import { Box, Row, Stack } from '#src/ui/box.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAct } from './acts.ts'
import { AskSheet } from './ask-sheet.tsx'
import { Table } from './table.tsx'
import { ImportField } from './import-field.tsx'

type Props = {
  readonly found: DeskCaseFull
  readonly batch: DeskBatch
  /** The batch is another now. */
  readonly onChanged: () => void
}

/** Withdrawals that are signed and sent elsewhere: their file with its hash, and what became of them. */
export function BatchView({ found, batch, onChanged }: Props) {
  const { t } = useTranslation('desk')
  const { items, state, sha256 } = batch
  const rows = items.map(({ txid: _, ...item }) => item)
  const files = {
    csv: batchCsv(rows),
    json: JSON.stringify({ batch: found.id, network: batch.network, sha256, rows }, null, 2),
  }
  return (
    <>
      <Banner icon="info">{t(`batch.states.${state}`)}</Banner>
      <Row gap={2} wraps>
        {Object.entries(files).map(([type, text]) => (
          <Button
            key={type}
            kind="quiet"
            size="s"
            icon="download"
            onClick={() => saveFile(new File([text], `${found.id}.${type}`))}
          >
            {type.toUpperCase()}
          </Button>
        ))}
      </Row>
      <Box lay="row" gap={2} align="center" breaks size={2}>
        <span>
          {t('batch.hash')}: <code>{sha256}</code>
        </span>
        <CopyButton isIcon text={sha256} label={t('batch.hash')} />
      </Box>
      <Items items={items} />
      {found.status === 'open' && !found.is_own && (
        <Tell key={found.rev} found={found} state={state} onChanged={onChanged} />
      )}
    </>
  )
}

function Items({ items }: { readonly items: readonly BatchItem[] }) {
  const { t } = useTranslation('desk')
  const { exact } = useNumbers()
  return (
    <Table
      rows={items}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t('facts.number'),
          cell: ({ id }) => (
            <Link to={withQuery(deskPaths.desk, { tab: 'withdraw', case: `withdraw-${id}` })}>{id}</Link>
          ),
        },
        {
          head: t('batch.to'),
          cell: ({ address, txid }) => (
            <div dir="ltr">
              {address}
              {txid !== null && (
                <Box as="small" tone={2} lay="stack">
                  {t('facts.txid')}: {txid}
                </Box>
              )}
            </div>
          ),
        },
        { head: t('facts.amount'), as: 'number', cell: ({ amount, coin }) => `${exact(amount)} ${coin}` },
      ]}
    />
  )
}

type TellProps = Pick<Props, 'found' | 'onChanged'> & { readonly state: DeskBatch['state'] }

/** Tells the transactions, again while nobody has passed them; before that it may be dissolved. */
function Tell({ found, state, onChanged }: TellProps) {
  const { t } = useTranslation('desk')
  const [csv, setCsv] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const tell = useAct(desk.tellBatch, onChanged, () => 'desk:batch.told')
  const dissolve = useAct(desk.dissolveBatch, onChanged)
  return (
    <Stack as="section" gap={3} aria-label={t('batch.tell')}>
      <h3>{t(state === 'told' ? 'batch.tellAgain' : 'batch.tell')}</h3>
      <ImportField label={t('batch.txids')} hint={t('batch.txidsHint')} value={csv} onChange={setCsv} />
      <FormFailure failure={tell.isBusy ? null : tell.failure} />
      <Row gap={2} wraps>
        <Button
          kind="primary"
          isBusy={tell.isBusy}
          disabled={csv.trim() === ''}
          onClick={() => tell.send({ id: found.id, csv, expect: found.rev })}
        >
          {t('batch.send')}
        </Button>
        {state === 'made' && (
          <Button kind="quiet" onClick={() => setIsAsked(true)}>
            {t('batch.dissolve')}
          </Button>
        )}
      </Row>
      {isAsked && (
        <AskSheet
          title={t('batch.dissolve')}
          confirm={t('batch.dissolve')}
          kind="danger"
          submit={dissolve}
          onClose={() => setIsAsked(false)}
          onSend={(reason) => dissolve.send({ id: found.id, reason, expect: found.rev })}
        >
          <p>{t('batch.dissolveText')}</p>
        </AskSheet>
      )}
    </Stack>
  )
}
