import { Config, Effect, Option, Redacted, Result, Schema } from "effect"
import { readFile } from "node:fs/promises"

/** A line of the settings table in docs/settings.md. */
export interface SettingRow {
  readonly name: string
  /** What the value must be; reads on from "must be". */
  readonly type: string
  /** The default value, or what is done without one. */
  readonly fallback: string
  readonly meaning: string
}

/** One environment variable: how it is documented, and how it is read. It fails with its mistake as a sentence. */
export interface Setting<A> {
  readonly row: SettingRow
  readonly read: Effect.Effect<A, string>
}

type Text<A> = Schema.Codec<A, string>

/** The variable's text; one that is set to nothing counts as not set. */
const text = (name: string): Effect.Effect<Option.Option<string>> => Effect.orDie(Config.option(Config.String(name)))

const parse = <A>(row: SettingRow, schema: Text<A>, value: string, shown = `; it is "${value}"`) =>
  Effect.mapError(Schema.decodeEffect(schema)(value), () => `${row.name} must be ${row.type}${shown}.`)

/** A variable that may be left out; `fallback` says what happens then. */
export const optional = <A>(row: SettingRow, schema: Text<A>): Setting<Option.Option<A>> => ({
  row,
  read: Effect.flatMap(
    text(row.name),
    Option.match({
      onNone: () => Effect.succeedNone,
      onSome: (value) => Effect.asSome(parse(row, schema, value))
    })
  )
})

/** A variable with a default, written as it would be in the environment. */
export const setting = <A>(row: SettingRow, schema: Text<A>): Setting<A> => ({
  row,
  read: Effect.flatMap(text(row.name), (value) =>
    parse(
      row,
      schema,
      Option.getOrElse(value, () => row.fallback)
    )
  )
})

/** The text of `NAME`, or of the file that `NAME_FILE` names; none where neither is set. */
export const textOrFile = (name: string): Effect.Effect<Option.Option<string>, string> =>
  Effect.gen(function* () {
    const file = yield* text(`${name}_FILE`)
    const value = yield* text(name)
    if (Option.isSome(file) && Option.isSome(value)) {
      return yield* Effect.fail(`${name} and ${name}_FILE are both set; set one.`)
    }
    if (Option.isNone(file)) return value
    return yield* Effect.tryPromise({
      try: () => readFile(file.value, "utf8").then((contents) => Option.some(contents.trim())),
      catch: () => `${name}_FILE names ${file.value}, which cannot be read.`
    })
  })

/** A secret that may be left out, as `NAME` or in the file that `NAME_FILE` names. Its value is never shown. */
export const secret = (row: SettingRow, schema: Text<string>): Setting<Option.Option<Redacted.Redacted>> => ({
  row: { ...row, name: `${row.name} or ${row.name}_FILE` },
  read: Effect.gen(function* () {
    const given = yield* textOrFile(row.name)
    if (Option.isNone(given)) return Option.none()
    return Option.some(Redacted.make(yield* parse(row, schema, given.value, "")))
  })
})

type Settings = Record<string, Setting<unknown>>
type Values<S extends Settings> = { readonly [K in keyof S]: Effect.Success<S[K]["read"]> }

/** Reads every setting, and fails with all mistakes rather than the first. */
export const readAll = <const S extends Settings>(settings: S): Effect.Effect<Values<S>, ReadonlyArray<string>> =>
  Effect.gen(function* () {
    const values: Record<string, unknown> = {}
    const mistakes: Array<string> = []
    for (const [key, { read }] of Object.entries(settings)) {
      const result = yield* Effect.result(read)
      if (Result.isSuccess(result)) values[key] = result.success
      else mistakes.push(result.failure)
    }
    return mistakes.length === 0 ? (values as Values<S>) : yield* Effect.fail(mistakes)
  })
