/** What stood on the command line. */
export interface CommandInput {
  readonly args: ReadonlyArray<string>
  /** The value of an option, the last one given. */
  readonly text: (name: string) => string | undefined
  readonly all: (name: string) => ReadonlyArray<string>
  readonly has: (name: string) => boolean
}
