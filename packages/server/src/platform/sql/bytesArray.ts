import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** A list of byte strings as a parameter, a `bytea[]`. */
export const bytesArray = (values: ReadonlyArray<Uint8Array>) =>
  Result.getOrThrow(PgTypes.array([...values], PgTypes.OID.bytea))
