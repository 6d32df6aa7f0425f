import { documentKind, kyc, type DocumentKind, type KycRow } from '#contract/kyc/kyc.ts'
import { go } from '#src/lib/hash-location.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FormShell } from '#src/parts/form/form-shell.tsx'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { useForm, type Form } from '#src/parts/form/use-form.ts'
import { useKyc, type Kyc } from '#src/actors/use-kyc.ts'
import { Box, Note } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Segmented } from '#src/ui/segmented.tsx'
import { Select } from '#src/ui/select.tsx'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LevelPage } from './level-page.tsx'
import { regionsIn } from './regions.ts'
import { useDropWhenArrived } from './use-arrived.ts'

const draft = 'kyc-basic'

/** The primary level: name, country and document number. */
export function BasicPage() {
  const { t } = useTranslation('kyc')
  const level = useKyc(kyc.primary)
  const { standing: nextStanding } = useKyc(kyc.advanced)
  const hasNext = nextStanding === 'none' || nextStanding === 'rejected'
  useDropWhenArrived(draft, level.row)
  return (
    <LevelPage
      title={t('levels.primary.title')}
      kyc={level}
      next={
        hasNext && (
          <Button size="l" kind="quiet" isWide onClick={() => go(kycPaths.kycAdvanced, { replace: true })}>
            {t('toAdvanced')}
          </Button>
        )
      }
    >
      <BasicForm level={level} row={level.row} />
    </LevelPage>
  )
}

const requiredFault = (text: string, reason: string) => (text.trim() === '' ? `refusals:${reason}` : null)

function BasicForm({ level, row }: { readonly level: Kyc<typeof kyc.primary>; readonly row: KycRow | null }) {
  const { t, i18n } = useTranslation(['kyc', 'refusals'])
  const faultText = useFaultText()
  const regions = useMemo(() => regionsIn(i18n.language), [i18n.language])
  const form = useForm<BasicTexts>({
    draft,
    // A new application is prefilled with the stored values; the number is masked there and has to be typed again.
    first: { name: row?.name ?? '', country: row?.country ?? '', document: row?.card_type ?? 'id_card', card: '' },
    check: ({ name, country, card }) => ({
      name: requiredFault(name, 'name_required'),
      country: requiredFault(country, 'country_required'),
      card: requiredFault(card, 'card_id_required'),
    }),
    fieldOf: () => ({
      name_required: 'name',
      country_required: 'country',
      card_id_required: 'card',
      card_id_taken: 'card',
    }),
  })
  const kind = documentKind.options.find((each) => each === form.texts.document) ?? 'id_card'
  useOnValue(level.isBusy ? null : level.failure, form.refuse)
  return (
    <FormShell
      form={form}
      isBusy={level.isBusy}
      button={t('submit')}
      aside={<Note isLoose>{t('privacy')}</Note>}
      onSubmit={({ name, country, card }) =>
        level.apply({
          name: name.trim(),
          country,
          card_type: kind,
          card_id: card.trim(),
          expect: row?.review_status ?? 'none',
        })
      }
    >
      <Box as="p" tone={2} isLoose>
        {t('levels.primary.text')}
      </Box>
      <FormField
        form={form}
        name="name"
        label={t('fields.name')}
        hint={t('fields.nameHint')}
        autoComplete="name"
        maxLength={60}
      />
      <Select
        label={t('fields.country')}
        value={form.texts.country}
        options={[{ value: '', label: t('fields.countryChoose') }, ...regions]}
        onChange={(country) => form.set('country', country)}
        hint={t('fields.countryHint')}
        error={faultText(form.faultOf('country'))}
      />
      <DocumentFields form={form} kind={kind} />
    </FormShell>
  )
}

type BasicTexts = Record<'name' | 'country' | 'document' | 'card', string>
type DocumentProps = { readonly form: Form<BasicTexts>; readonly kind: DocumentKind }
/** The kind of document and its number. */
function DocumentFields({ form, kind }: DocumentProps) {
  const { t } = useTranslation('kyc')
  return (
    <>
      <Segmented
        label={t('fields.document')}
        size="s"
        value={kind}
        options={documentKind.options.map((value) => ({ value, label: t(`documents.${value}`) }))}
        onChange={(value) => form.set('document', value)}
      />
      <FormField
        form={form}
        name="card"
        label={t('fields.card')}
        hint={t(`cardHints.${kind}`)}
        autoComplete="off"
        maxLength={32}
      />
    </>
  )
}
