import { CopyButton } from '#src/parts/copy-button.tsx'
import { Sums } from './form-parts.tsx'

/** Where to pay to, line by line, each with a copy button. */
export function PayeeLines({
  lines,
}: {
  readonly lines: readonly { readonly name: string; readonly value: string | null }[]
}) {
  return (
    <Sums
      lines={lines.flatMap(({ name, value }) =>
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
