import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** A list of numbers as a parameter, a `float8[]`: it holds whole numbers to 2^53. */
export const numberArray = (values: ReadonlyArray<number | null>) =>
  Result.getOrThrow(PgTypes.array([...values], PgTypes.OID.float8))
