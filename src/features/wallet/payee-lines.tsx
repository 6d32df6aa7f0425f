import { demoWord } from '#contract/market/market-demo.ts'
import { CopyButton } from '#src/parts/copy-button.tsx'
import { useConfig } from '#src/stores/config.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useTranslation } from 'react-i18next'
import { Facts } from '#src/ui/facts.tsx'

/** In the demo: no bank keeps the account below. */
export function DemoAccount() {
  const { t } = useTranslation('wallet')
  const isDemo = useConfig(({ setting }) => setting?.demo === true)
  return isDemo ? (
    <Banner kind="warning" icon="warning">
      <b>{demoWord}</b> {t('bank.demo')}
    </Banner>
  ) : null
}

/** Where to pay to, line by line, each with a copy button. */
export function PayeeLines({
  lines,
}: {
  readonly lines: readonly { readonly name: string; readonly value: string | null }[]
}) {
  return (
    <Facts
      facts={lines.flatMap(({ name, value }) =>
        value === null || value === ''
          ? []
          : [
              {
                name,
                value: (
                  <>
                    {value}
                    <CopyButton isIcon text={value} label={name} />
                  </>
                ),
              },
            ],
      )}
    />
  )
}
