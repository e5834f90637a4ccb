import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** A list of texts as a parameter. The driver cannot tell what an empty array would be an array of. */
export const textArray = (values: ReadonlyArray<string | null>) =>
  Result.getOrThrow(PgTypes.array([...values], PgTypes.OID.text))
