/** Where the bytes of uploaded files are kept; `id` is a relative path that cannot be guessed. */
export type Files = {
  /** Resolves when the file is durable; refuses with `read_only` when there is no room. */
  put: (id: string, bytes: Uint8Array) => Promise<void>
  /** Null if there is no such file. */
  get: (id: string) => Promise<Uint8Array<ArrayBuffer> | null>
  remove: (id: string) => Promise<void>
}
