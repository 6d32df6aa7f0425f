import type { TestAPI } from 'vitest'
import type { BoxWish, OpenBox } from 'kontor/testing'

/** A `test` of vitest with an exchange of its own; the record of one that fails goes into `folder`, `.kontor`. */
export declare function testWith(wish?: BoxWish, folder?: string): TestAPI<{ box: OpenBox }>
export declare const test: TestAPI<{ box: OpenBox }>
