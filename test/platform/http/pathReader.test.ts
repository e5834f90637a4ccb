import { assert, describe, it } from "@effect/vitest"
import { AppId, RobotId } from "@fleet/domain/Ids"
import { Slug } from "@fleet/domain/Slug"
import { QueryInt, Uuid } from "@fleet/domain/Wire"
import { makePathReader } from "@fleet/server/platform/http/pathReader"
import { Arbitrary, Effect, Exit, Schema } from "effect"

const schemas: Readonly<Record<string, Schema.ConstraintDecoder<unknown>>> = {
  id: Schema.Struct({ id: RobotId }),
  "id and text": Schema.Struct({ id: RobotId, slug: Schema.String }),
  "two ids": Schema.Struct({ id: AppId, other: Uuid }),
  "id and slug": Schema.Struct({ id: RobotId, slug: Slug }),
  "id and number": Schema.Struct({ id: RobotId, version: QueryInt(1, 100) }),
  "optional text": Schema.Struct({ id: RobotId, slug: Schema.optionalKey(Schema.String) })
}

const anyId = Arbitrary.schema(Uuid)
const int = (maximum: number) => Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum })))
const oneOf = (...choices: ReadonlyArray<Arbitrary.Arbitrary<unknown>>) =>
  int(choices.length - 1).pipe(Arbitrary.flatMap((index) => choices[index]!))
const text = oneOf(
  anyId,
  anyId.pipe(Arbitrary.map((id) => id.toUpperCase())),
  anyId.pipe(Arbitrary.map((id) => `${id}\n`)),
  Arbitrary.schema(Schema.String),
  int(200).pipe(Arbitrary.map(String)),
  ...["", "battery", "Battery", "01", "\u212a", undefined].map((value) => Arbitrary.Constant(value))
)
const given = Arbitrary.all({ id: text, slug: text, other: text, version: text, more: text })

describe("the parameters of a path", () => {
  for (const [name, schema] of Object.entries(schemas)) {
    const read = makePathReader(schema)
    const decode = Schema.decodeUnknownEffect(schema)
    it.effect.prop(`are read as their schema reads them: ${name}`, { given }, ({ given }) =>
      Effect.sync(() => {
        const parameters = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
        const [mine, its] = [read(parameters as never), decode(parameters)].map((each) => Effect.runSyncExit(each))
        if (Exit.isSuccess(its!)) assert.deepStrictEqual(mine, its)
        else assert.strictEqual(String(mine), String(its))
      })
    )
  }
})
