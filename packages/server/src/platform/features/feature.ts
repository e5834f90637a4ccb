import { Layer } from "effect"

/** What a folder of the server adds to the service. Parts that it does not name are empty. */
export interface Feature {
  /** The statements of its tables. They ask for a database. */
  readonly stores: Layer.Any
  /** Its rules. They ask for stores, and for services of the features listed before it. To build them writes nothing. */
  readonly services: Layer.Any
  /** What runs beside requests, such as sweeps and workers; the operator's commands run without it. */
  readonly background: Layer.Any
  /** What stands before handlers of the REST API: credentials, scopes, limits. */
  readonly middleware: Layer.Any
  /** The handlers of its groups of the REST API. */
  readonly api: Layer.Any
  /** Its routes beside the REST API, such as pages. */
  readonly pages: Layer.Any
  /** Where its sockets are opened. */
  readonly sockets: Layer.Any
}

const nothing = {
  stores: Layer.empty,
  services: Layer.empty,
  background: Layer.empty,
  middleware: Layer.empty,
  api: Layer.empty,
  pages: Layer.empty,
  sockets: Layer.empty
}

/** A feature with the given parts. */
export const feature = <Parts extends Partial<Feature>>(parts: Parts): Omit<typeof nothing, keyof Parts> & Parts => ({
  ...nothing,
  ...parts
})
