import { kyc, type KycRow } from '#contract/kyc/kyc.ts'
import { go } from '#src/lib/hash-location.ts'
import { kycPaths } from '#src/lib/paths/kyc.ts'
import { useOnValue } from '#src/lib/use-on-value.ts'
import { FormShell } from '#src/parts/form/form-shell.tsx'
import { FormField, useFaultText } from '#src/parts/form/form-field.tsx'
import { PhotoField } from '#src/parts/form/photo-field.tsx'
import { useForm, type Form } from '#src/parts/form/use-form.ts'
import { useKyc, type Kyc } from '#src/actors/use-kyc.ts'
import { useUser } from '#src/actors/use-session.ts'
import { Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { useTranslation } from 'react-i18next'
import { PhotoExamples } from './photo-examples.tsx'
import { LevelPage } from './level-page.tsx'
import { useDropWhenArrived } from './use-arrived.ts'
import { useWays } from './ways.ts'

const draft = 'kyc-advanced'
const photos = ['front', 'reverse', 'hand'] as const
type AdvancedTexts = Record<'card' | 'address' | (typeof photos)[number], string>

/** The advanced level: an address and three photos; requires the primary level. */
export function AdvancedPage() {
  const { t } = useTranslation('kyc')
  const level = useKyc(kyc.advanced)
  const user = useUser()
  useDropWhenArrived(draft, level.row)
  return (
    <LevelPage title={t('levels.advanced.title')} kyc={level}>
      {user?.review_status === 'passed' ? <AdvancedForm level={level} row={level.row} /> : <PrimaryFirst />}
    </LevelPage>
  )
}

function PrimaryFirst() {
  const { t } = useTranslation('kyc')
  const { to } = useWays()
  return (
    <Empty text={t('primaryFirst')} icon="shield">
      <Button onClick={() => go(to(kycPaths.kycBasic), { replace: true })}>{t('toPrimary')}</Button>
    </Empty>
  )
}

const requiredFault = (text: string, reason: string) => (text.trim() === '' ? `refusals:${reason}` : null)

function AdvancedForm({ level, row }: { readonly level: Kyc<typeof kyc.advanced>; readonly row: KycRow | null }) {
  const { t } = useTranslation(['kyc', 'refusals'])
  const form = useForm({
    draft,
    first: { card: '', address: row?.address ?? '', front: '', reverse: '', hand: '' },
    check: ({ card, address, front, reverse, hand }) => ({
      card: requiredFault(card, 'card_id_required'),
      address: requiredFault(address, 'address_required'),
      front: requiredFault(front, 'photo_required'),
      reverse: requiredFault(reverse, 'photo_required'),
      hand: requiredFault(hand, 'photo_required'),
    }),
    fieldOf: () => ({ card_id_required: 'card', card_id_differs: 'card', address_required: 'address' }),
  })
  useOnValue(level.isBusy ? null : level.failure, form.refuse)
  return (
    <FormShell
      form={form}
      isBusy={level.isBusy}
      button={t('submit')}
      aside={<Note isLoose>{t('privacy')}</Note>}
      onSubmit={({ card, address, front, reverse, hand }) =>
        level.apply({
          card_id: card.trim(),
          address: address.trim(),
          front_pic: front,
          reverse_pic: reverse,
          hand_pic: hand,
          expect: row?.review_status ?? 'none',
        })
      }
    >
      <Note size={3} isLoose>
        {t('levels.advanced.text')}
      </Note>
      <FormField
        form={form}
        name="card"
        label={t('fields.card')}
        hint={t('fields.cardAgain')}
        autoComplete="off"
        maxLength={32}
      />
      <FormField
        form={form}
        name="address"
        label={t('fields.address')}
        hint={t('fields.addressHint')}
        autoComplete="street-address"
        maxLength={200}
      />
      <PhotoExamples />
      <Photos form={form} />
    </FormShell>
  )
}

function Photos({ form }: { readonly form: Form<AdvancedTexts> }) {
  const { t } = useTranslation(['kyc', 'refusals'])
  const faultText = useFaultText()
  return (
    <Stack fits={220} gap={2} sideGap={4}>
      {photos.map((name) => (
        <PhotoField
          key={name}
          label={t(`photos.${name}`)}
          hint={t(`photos.${name}Hint`)}
          folder="kyc"
          frame={name === 'hand' ? 'face' : 'document'}
          value={form.texts[name]}
          onChange={(url) => form.set(name, url)}
          error={faultText(form.faultOf(name))}
        />
      ))}
    </Stack>
  )
}
