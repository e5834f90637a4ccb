import { PgTypes } from "@effect/sql-pg"
import { Result } from "effect"

/** A list of texts as a parameter. The driver cannot tell what an empty array would be an array of. */
export const textArray = (values: ReadonlyArray<string | null>) =>
  Result.getOrThrow(PgTypes.array([...values], PgTypes.OID.text))

/** A list of numbers as a parameter, a `float8[]`: it holds whole numbers to 2^53. */
export const numberArray = (values: ReadonlyArray<number | null>) =>
  Result.getOrThrow(PgTypes.array([...values], PgTypes.OID.float8))

/** A list of byte strings as a parameter, a `bytea[]`. */
export const bytesArray = (values: ReadonlyArray<Uint8Array>) =>
  Result.getOrThrow(PgTypes.array([...values], PgTypes.OID.bytea))

/** The last moment that both a Date and the database can hold; later ones mean the same. */
const latestMs = Date.UTC(9999, 0)

/** A moment that a query names, in Unix epoch milliseconds, for a statement. */
export const dateOf = (ms: number): Date => new Date(Math.min(ms, latestMs))
