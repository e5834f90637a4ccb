import { Redacted } from "effect"

/**
 * The start options of every session with a Postgres: those of the address, and `jit=off` after them, so that it holds.
 * Postgres would compile a statement over many partitions anew at each execution, which takes seconds where the statement
 * takes milliseconds. A start option is what poolers pass on, and what a session that is reset keeps.
 */
export const startupOptions = (url: Redacted.Redacted): string => {
  const given = URL.canParse(Redacted.value(url))
    ? new URL(Redacted.value(url)).searchParams.getAll("options").at(-1)
    : ""
  return `${given ?? ""} -c jit=off`.trimStart()
}
