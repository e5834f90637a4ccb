import { Effect, Schema } from "effect"

/** A query of a request that never leaves the process as it is. Rows are decoded; what fails dies. */
export const findRows = <Request, Row extends Schema.Constraint, E, R>(
  Row: Row,
  execute: (request: Request) => Effect.Effect<ReadonlyArray<unknown>, E, R>
) => {
  const decode = Schema.decodeUnknownEffect(Schema.Array(Row))
  return (request: Request): Effect.Effect<ReadonlyArray<Row["Type"]>, never, R | Row["DecodingServices"]> =>
    Effect.orDie(Effect.flatMap(execute(request), decode))
}
