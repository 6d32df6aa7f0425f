import { Box } from '#src/ui/box.tsx'
import { addressGroups } from '#src/lib/address-groups.ts'
import styles from './address-groups.module.css'

/** An address in groups of four characters; read aloud as one, and left alone by a browser that translates the page. */
export function AddressGroups({ address }: { readonly address: string }) {
  return (
    <>
      <Box
        as="span"
        lay="row"
        justify="center"
        size={4}
        weight="bold"
        wraps
        className={styles.groups}
        data-groups
        aria-hidden="true"
        translate="no"
      >
        {addressGroups(address).map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </Box>
      <span className="sr" translate="no">
        {address}
      </span>
    </>
  )
}
