import { Result, Schema } from "effect"

/** Whether a body of these schemas may be left out: where nothing, or an object without keys, is one of them. */
export const mayBeEmpty = (schemas: ReadonlyArray<Schema.Constraint>): boolean =>
  schemas.some((schema) => {
    const decode = Schema.decodeUnknownResult(schema as Schema.Codec<unknown>)
    return Result.isSuccess(decode({})) || Result.isSuccess(decode(null))
  })
