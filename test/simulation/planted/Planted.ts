/** A break of the product on purpose, which the simulation, or tests, must find. */
export interface Planted {
  readonly id: string
  readonly what: string
  readonly file: string
  /** Texts of the file, and what stands in their place. */
  readonly replace: ReadonlyArray<readonly [from: string, to: string]>
  readonly foundBy: "simulation" | ReadonlyArray<string>
  /** Tests that find it where no seed does. */
  readonly otherwise?: ReadonlyArray<string>
}
