import { parse } from "@fleet/server/robots/config/Yaml"
import { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { validate } from "@fleet/domain/RobotConfig/Validate"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schema } from "effect"
import { stringify, type ToStringOptions } from "yaml"
import { choice, validDocument } from "./arbitraries.ts"
import { type Keys, type Place, placesOf, withValue, written } from "./places.ts"

const errorsOf = (value: unknown) => validate(value).issues.filter((issue) => issue.severity === "error")

const pick = <A>(from: ReadonlyArray<A>, chosen: number): A | undefined => from[chosen % Math.max(1, from.length)]

/** Holds when the changed document has an error at the place with one of the codes, and is no document any more. */
const assertReported = (changed: unknown, keys: Keys, codes: ReadonlyArray<string>) => {
  const { doc, issues } = validate(changed)
  const path = written(keys)
  const found = issues.filter((issue) => issue.path === path).map((issue) => issue.code)
  assert.isTrue(
    found.some((code) => codes.includes(code)),
    `${path}: expected ${codes.join(" or ")}, found ${JSON.stringify(issues)}`
  )
  assert.isNull(doc)
}

/** The keys each object of the grammar needs, by the key it stands under or that of its map. */
const requiredKeys = (place: Place): ReadonlyArray<string> => {
  const [section, , key, , deeper] = place.keys
  if (place.kind !== "strict") return []
  if (key === undefined && place.keys.length === 2) {
    return {
      datapoints: ["topic", "type"],
      actions: ["ros_name", "type"],
      services: ["ros_name", "type"],
      publishers: ["topic", "type", "message", "failsafe", "quiet_timeout_ms"],
      cameras: ["source", "width", "height", "fps", "bitrate_kbps", "snapshot_interval_seconds"]
    }[String(section)]!
  }
  if (key === "parameters") return ["type"]
  if (key === "failsafe") return ["timeout_ms", "message"]
  if (key === "alerts") return deeper === "condition" ? ["fire_at"] : ["condition"]
  if (key === "source") return place.keys.length === 3 ? Object.keys(place.value as object).filter(mandatory) : []
  return []
}

const mandatory = (key: string) => key !== "transport" && key !== "credentials"

const quoted: ToStringOptions = { defaultStringType: "QUOTE_DOUBLE", defaultKeyType: "QUOTE_DOUBLE" }
const control = /[^\P{Cc}\n]|[\u2028\u2029\ufeff]/u

/** How the document may be written: control characters need quotes. */
const stylesOf = (doc: RobotConfigDocument): ReadonlyArray<ToStringOptions> => {
  const texts = placesOf(doc).flatMap(({ keys, value }) => [
    String(keys.at(-1)),
    typeof value === "string" ? value : ""
  ])
  return texts.some((text) => control.test(text)) ? [quoted] : [quoted, {}]
}

describe("a configuration document", () => {
  it.effect.prop(
    "a configuration document survives being written as YAML and read back",
    { doc: validDocument },
    ({ doc }) =>
      Effect.sync(() => {
        for (const options of stylesOf(doc)) {
          const parsed = parse(stringify(doc, options))
          assert.deepStrictEqual(parsed, { kind: "ok", value: doc, headerFirst: true })
          const { doc: read, issues } = validate(parsed.kind === "ok" && parsed.value)
          assert.deepStrictEqual(
            issues.map(({ code }) => code),
            ["checks_skipped"]
          )
          assert.deepStrictEqual(read, doc)
        }
        assert.deepStrictEqual(Schema.decodeUnknownSync(RobotConfigDocument)(doc), doc)
      })
  )

  it.effect.prop(
    "a configuration document is refused where any value is null",
    { doc: validDocument, chosen: choice },
    ({ doc, chosen }) =>
      Effect.sync(() => {
        const place = pick(placesOf(doc), chosen)!
        assertReported(withValue(doc, place.keys, null), place.keys, ["explicit_null"])
      })
  )

  it.effect.prop(
    "a configuration document is refused where any object has an unknown key",
    { doc: validDocument, chosen: choice },
    (given) =>
      Effect.sync(() => {
        const strict = placesOf(given.doc).filter(({ kind }) => kind === "strict")
        const keys = [...(pick(strict, given.chosen)?.keys ?? []), "nonsense"]
        const changed = withValue(given.doc, keys, { deep: [1] })
        assertReported(changed, keys, ["unknown_key"])
        assert.lengthOf(
          errorsOf(changed).filter(({ code }) => code === "unknown_key"),
          1
        )
      })
  )

  it.effect.prop(
    "a configuration document is refused where any value is of another type",
    { doc: validDocument, chosen: choice },
    (given) =>
      Effect.sync(() => {
        const place = pick(
          placesOf(given.doc).filter(({ kind, keys }) => kind !== "body" || keys.length === 2),
          given.chosen
        )!
        const changed = withValue(given.doc, place.keys, place.kind === "list" ? 3 : [])
        assertReported(changed, place.keys, ["invalid_type", "invalid_value", "value_type_mismatch"])
      })
  )

  it.effect.prop(
    "a configuration document is refused where any required key is missing",
    { doc: validDocument, chosen: choice },
    (given) =>
      Effect.sync(() => {
        const required = placesOf(given.doc).flatMap((place) =>
          requiredKeys(place).map((key) => place.keys.concat(key))
        )
        const keys = pick([["platform"], ...required], given.chosen)!
        assertReported(withValue(given.doc, keys, undefined), keys, ["missing_key"])
      })
  )

  it.effect.prop(
    "a configuration document is refused where any map has a key that is no slug",
    { doc: validDocument, chosen: choice },
    (given) =>
      Effect.sync(() => {
        const maps = placesOf(given.doc).filter(({ kind, value }) => kind === "map" && Object.keys(value as object)[0])
        const map = pick(maps, given.chosen)
        if (map === undefined) return
        const [first] = Object.values(map.value as object)
        for (const [key, code] of [
          ["Upper", "invalid_format"],
          ["a", "too_small"],
          ["b".repeat(64), "too_big"],
          ["two__lines", "invalid_format"],
          ["", "too_small"],
          ["  ", "invalid_format"]
        ] as const) {
          const keys = [...map.keys, key]
          assertReported(withValue(given.doc, keys, first), keys, [code])
        }
      })
  )
})
