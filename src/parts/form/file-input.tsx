import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & {
  readonly onFiles: (files: readonly File[]) => void
}

/** Picks files of the device, also the same one again. It is not drawn: what stands beside it is pressed instead. */
export function FileInput({ onFiles, ...rest }: Props) {
  return (
    <input
      {...rest}
      type="file"
      className="sr"
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        target.value = ''
      }}
    />
  )
}
