import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import { Api } from "@fleet/domain/api/Api"
import { openApiDocument } from "@fleet/domain/docs/OpenApi"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { artefacts } from "../../scripts/generate/artefacts.ts"
import { golden } from "../../scripts/golden.ts"

const root = join(import.meta.dirname, "../..")

/** Names that were numbered because another had them already. */
const numbered = (names: ReadonlyArray<string>) => names.filter((name) => /\w\d+$/.test(name))

const declared = (text: string) =>
  [...text.matchAll(/\b(?:interface|type|class|const|function|enum|namespace|as) ([\w$]+)/g)].map(([, name]) => name!)

describe("the published packages", () => {
  const shown = golden()

  it.each(Object.keys(shown))("the published packages show what %s says; `npm run golden` renews it", (path) => {
    assert.strictEqual(readFileSync(join(root, path), "utf8"), shown[path])
  })

  it.each(Object.entries(shown))("the published packages number no name in %s", (_, text) => {
    assert.isAbove(declared(text).length, 20)
    assert.deepStrictEqual(numbered(declared(text)), [])
  })
})

describe("the documents", () => {
  const documents = Object.entries(artefacts()).filter(([path]) => path.endsWith("i.json") || path.includes("asyncapi"))

  it.each(documents)("the documents number no component of %s", (_, text) => {
    const { components } = JSON.parse(text)
    const names = Object.values<object>(components).flatMap((kind) => Object.keys(kind))
    assert.isAbove(names.length, 1)
    assert.deepStrictEqual(numbered(names), [])
  })

  it("the documents say once what forms and JSON bodies share, and name a form that differs", () => {
    const { components, paths } = openApiDocument(Api)
    const form = "application/x-www-form-urlencoded"
    const bodyOf = (path: string) => paths[path]?.["post"]?.requestBody?.content[form]?.schema["$ref"]
    assert.strictEqual(bodyOf("/app/{identifier}/verify"), "#/components/schemas/client-verify-email-request")
    assert.strictEqual(bodyOf("/app/{identifier}/invite"), "#/components/schemas/client-accept-invitation-request-form")
    assert.notDeepEqual(
      components.schemas["client-accept-invitation-request-form"],
      components.schemas["client-accept-invitation-request"]
    )
  })

  it("the documents refuse two different schemas of one identifier", () => {
    const body = <const Key extends string>(key: Key) =>
      Schema.Struct({ [key]: Schema.String }).annotate({ identifier: "twin" })
    const group = HttpApiGroup.make("twins").add(
      HttpApiEndpoint.post("one", "/one", { payload: body("a"), success: HttpApiSchema.NoContent }),
      HttpApiEndpoint.post("other", "/other", { payload: body("b"), success: HttpApiSchema.NoContent })
    )
    assert.throws(() => openApiDocument(HttpApi.make("api").add(group)), /called twin/)
  })
})
