import { productKinds, type DeskProduct, type ProductField, type ProductKind } from '#contract/desk/desk-tools.ts'
import { desk } from '#contract/desk/desk.ts'
import { useRead } from '#src/actors/use-read.ts'
import { useServices } from '#src/actors/services.tsx'
import { Unread } from '#src/parts/loaded.tsx'
import { Box, Note, Stack } from '#src/ui/box.tsx'
import { Button } from '#src/ui/button.tsx'
import { Empty } from '#src/ui/empty.tsx'
import { Select } from '#src/ui/select.tsx'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './desk.module.css'
import { useWish } from './acts.ts'
import { Waits } from './changes.tsx'
import { ProductSheet } from './product-sheet.tsx'
import { useFieldText } from './use-field-text.ts'
import { DeskPart } from './desk-part.tsx'

type Wish = { readonly product: DeskProduct | null; readonly fields: readonly ProductField[] }

/** What the venue offers, by kind: each product with its terms, to change or to make anew. */
export function ProductsSection() {
  const { t } = useTranslation('desk')
  const [kind, setKind] = useState<ProductKind>('hosting')
  return (
    <DeskPart as="section">
      <Select
        label={t('products.kind')}
        value={kind}
        onChange={setKind}
        options={productKinds.map((value) => ({ value, label: t(`products.kinds.${value}`) }))}
      />
      <Products key={kind} kind={kind} />
    </DeskPart>
  )
}

/** Fields that a card shows; all of them stand in the sheet. */
const shownOn: Readonly<Record<ProductKind, readonly string[]>> = {
  hosting: ['dayRate', 'min', 'max', 'total'],
  plan: ['days', 'dayRate', 'min', 'max', 'total'],
  launch: ['price', 'num', 'startAt', 'endAt', 'onlineAt'],
  machine: ['price', 'days', 'daily', 'stock'],
  seat: ['places', 'price', 'days', 'stock'],
  pool: ['days', 'dayRate', 'min', 'max', 'total'],
  network: ['way', 'address', 'depositMin', 'confirmations', 'fee'],
  account: ['payeeName', 'bankName', 'account', 'min', 'max', 'hours'],
  coin: ['depositMin', 'minNumber', 'maxNumber', 'rate', 'chainFee'],
}

function Products({ kind }: { readonly kind: ProductKind }) {
  const { t } = useTranslation('desk')
  const { request } = useServices()
  const read = useRead(`products|${kind}`, (signal) => request.read(desk.products, { kind }, { signal }))
  const { wish, setWish, ends } = useWish<Wish>(read.refresh)
  if (read.value === null) return <Unread read={read} lines={5} height={72} />
  const { list, blank } = read.value
  return (
    <>
      {blank === null ? (
        <Note breaks>{t('products.noNew')}</Note>
      ) : (
        <Box lay="row" gap={2} wraps>
          <Button icon="plus" onClick={() => setWish({ product: null, fields: blank })}>
            {t(`products.new.${kind}`)}
          </Button>
        </Box>
      )}
      {list.length === 0 && <Empty text={t('products.none')} icon="list" />}
      <Stack as="ul" gap={3}>
        {list.map((product) => (
          <ProductCard
            key={product.id}
            kind={kind}
            product={product}
            onChange={() => setWish({ product, fields: product.fields })}
          />
        ))}
      </Stack>
      {wish !== null && <ProductSheet kind={kind} product={wish.product} fields={wish.fields} {...ends} />}
    </>
  )
}

type CardProps = { readonly kind: ProductKind; readonly product: DeskProduct; readonly onChange: () => void }

function ProductCard({ kind, product, onChange }: CardProps) {
  const { t } = useTranslation('desk')
  const textOf = useFieldText()
  return (
    <Stack as="li" blockPad={3} sidePad={4} gap={2} ground="raised" round={3} className={styles.product}>
      <Box lay="row" gap={2} className={styles.caseHead}>
        <div>
          <h2>{product.name}</h2>
          <Note breaks>
            {t(product.is_open ? 'products.open' : 'products.shut')}
            {kind === 'coin' ? '' : ` · ${t('products.running', { count: product.running })}`}
          </Note>
          <Waits id={product.waits} />
        </div>
        <Button kind="quiet" size="s" aria-label={`${t('change')}: ${product.name}`} onClick={onChange}>
          {t('change')}
        </Button>
      </Box>
      <dl className={styles.terms}>
        {product.fields
          .filter(({ name }) => shownOn[kind].includes(name))
          .map((field) => (
            <div key={field.name}>
              <dt>{t(`products.fields.${field.name}`)}</dt>
              <dd>{textOf(field, field.value)}</dd>
            </div>
          ))}
      </dl>
    </Stack>
  )
}
