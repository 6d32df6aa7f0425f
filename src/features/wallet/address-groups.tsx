import { addressGroups } from '#contract/market-address-groups.ts'
import styles from './wallet.module.css'

/** An address in groups of four characters; read aloud as one. */
export function AddressGroups({ address }: { readonly address: string }) {
  return (
    <>
      <span className={styles.groups} aria-hidden="true">
        {addressGroups(address).map((group, at) => (
          <span key={at}>{group}</span>
        ))}
      </span>
      <span className="sr">{address}</span>
    </>
  )
}
