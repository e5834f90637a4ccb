import { assert, describe, it } from "@effect/vitest"
import { bridgeDocument } from "@fleet/server/platform/pages/reference/BridgeDocument"
import { Api } from "@fleet/domain/api/Api"
import type { AsyncApiDocument } from "@fleet/domain/docs/AsyncApi"
import { type JsonSchema, wireSchema } from "@fleet/domain/docs/JsonSchema"
import { openApiDocument, refusalsOf } from "@fleet/domain/docs/OpenApi"
import { realtimeDocument } from "@fleet/domain/docs/Realtime"
import { refusalEntries } from "@fleet/domain/docs/Refusals"
import { sampleOf } from "@fleet/domain/docs/Sample"
import { RobotConfigDocument } from "@fleet/domain/RobotConfig/Document"
import { Validator } from "@seriousme/openapi-schema-validator"
import { HttpApi } from "effect/http-api"
import { Ajv2020 } from "ajv/dist/2020.js"

const document = openApiDocument(Api)
const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
)
const byId = (id: string) => operations.find(({ operation }) => operation.operationId === id)!

/** The keys of records that have neither words nor a `$ref`, with where they stand. */
const bareKeys = (node: unknown, at = ""): ReadonlyArray<string> => {
  if (typeof node !== "object" || node === null) return []
  const { properties } = node as { readonly properties?: Record<string, Record<string, unknown>> }
  const own =
    properties === undefined || Array.isArray(node)
      ? []
      : Object.entries(properties).filter(
          ([, { $ref, description }]) => description === undefined && $ref === undefined
        )
  return [
    ...own.map(([name]) => `${at}.${name}`),
    ...Object.entries(node).flatMap(([name, each]) => bareKeys(each, `${at}/${name}`))
  ]
}

/** Every `$ref` of a document, and whether it leads somewhere. */
const danglingRefs = (whole: unknown): ReadonlyArray<string> => {
  const found: Array<string> = []
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return
    for (const [key, value] of Object.entries(node)) {
      if (key !== "$ref" || typeof value !== "string") visit(value)
      else if (
        value
          .slice(2)
          .split("/")
          .reduce<unknown>((at, part) => (at as JsonSchema | undefined)?.[part], whole) === undefined
      )
        found.push(value)
    }
  }
  visit(whole)
  return found
}

/** A validator of any schema of a document, after JSON Schema draft 2020-12. */
const validatorOf = (whole: object) => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema({ ...whole, $id: "https://fleet.test/document" })
  return (pointer: string) => ajv.compile({ $ref: `https://fleet.test/document#${pointer}` })
}

describe("the OpenAPI document", () => {
  it("the OpenAPI document is OpenAPI 3.1 and holds every route of the API, each once and with a summary", () => {
    assert.match(document.openapi, /^3\.1\./)
    const declared: Array<string> = []
    HttpApi.reflect(Api, {
      onGroup: () => {},
      onEndpoint: ({ group, endpoint }) => declared.push(`${group.identifier}.${endpoint.identifier}`)
    })
    assert.deepStrictEqual(operations.map(({ operation }) => operation.operationId).toSorted(), declared.toSorted())
    for (const { operation } of operations) assert.isNotEmpty(operation.summary ?? "", operation.operationId)
  })

  it("the OpenAPI document is what the schema of OpenAPI itself asks for", async () => {
    const validator = new Validator()
    const { errors, valid } = await validator.validate(structuredClone({ ...document }))
    assert.isTrue(valid, JSON.stringify(errors))
    assert.strictEqual(validator.version, "3.1")
  })

  it("the OpenAPI document refers to nothing that is not there", () => {
    assert.deepStrictEqual(danglingRefs(document), [])
  })

  it("the OpenAPI document says in words what every parameter is, with examples that its schema takes", () => {
    for (const { path, operation } of operations) {
      for (const { description, example, in: place, name, schema } of operation.parameters) {
        const where = `${path}: ${place} ${name}`
        assert.isNotEmpty(description ?? schema.description ?? "", where)
        if (example !== undefined)
          assert.isTrue(new Ajv2020({ strict: false, validateFormats: false }).compile(schema)(example), where)
      }
    }
  })

  it("the OpenAPI document has words for every key of its records", () => {
    assert.deepStrictEqual(bareKeys(document.components), [])
  })

  it("the OpenAPI document declares every path parameter of every path", () => {
    for (const { path, operation } of operations) {
      assert.notInclude(path, ":")
      const declared = operation.parameters.filter((parameter) => parameter.in === "path").map(({ name }) => name)
      assert.deepStrictEqual(declared.toSorted(), [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).toSorted())
    }
  })

  it("the OpenAPI document has schemas a validator accepts, and examples that fit them", () => {
    const compile = validatorOf(document)
    for (const name of Object.keys(document.components.schemas)) compile(`/components/schemas/${name}`)
    for (const { id, example } of refusalEntries("#/components/schemas/")) {
      if (!(`error.${id}` in document.components.schemas)) continue
      const validate = compile(`/components/schemas/error.${id}`)
      assert.isTrue(validate(example), `${id}: ${JSON.stringify(validate.errors)}`)
    }
  })

  it("the OpenAPI document answers each refusal under its status, with an example of the envelope", () => {
    const entries = new Map(refusalEntries("#/").map((entry) => [entry.id, entry]))
    for (const { operation } of operations) {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        for (const { schema, examples } of Object.values(content ?? {})) {
          for (const id of refusalsOf(schema)) {
            const entry = entries.get(id)!
            assert.strictEqual(entry.status, Number(status))
            assert.strictEqual((examples![id] as { value: { code: string } }).value.code, entry.code)
          }
        }
      }
    }
    assert.deepStrictEqual(Object.keys(byId("jobs.start").operation.responses), [
      "200",
      "202",
      "400",
      "401",
      "403",
      "404",
      "409",
      "500",
      "502",
      "504"
    ])
  })

  it("the OpenAPI document closes request bodies, leaves answers open, and never shows `_tag`", () => {
    const { schemas } = document.components
    assert.strictEqual(schemas["invoke-request"]?.additionalProperties, false)
    assert.isUndefined(schemas.job?.additionalProperties)
    assert.isUndefined(schemas["client-login-request"]?.additionalProperties)
    assert.notInclude(JSON.stringify(document), '"_tag"')
  })

  it("the OpenAPI document asks for a bearer exactly where a credential is needed", () => {
    assert.deepStrictEqual(byId("clientAuth.login").operation.security, [])
    assert.deepStrictEqual(byId("clientAuth.me").operation.security, [{ bearer: [] }])
    assert.isDefined(document.components.securitySchemes.bearer)
  })

  it("the OpenAPI document tells a timestamp from other text", () => {
    const job = document.components.schemas.job?.properties as { readonly [key: string]: JsonSchema }
    assert.strictEqual(job.started_at?.format, "date-time")
    assert.isUndefined(job.slug?.format)
  })
})

describe.each([
  ["realtime", realtimeDocument("1"), "/realtime"],
  ["bridge", bridgeDocument(), "/bridge"]
] as const)("the AsyncAPI document of %s", (_, asyncApi: AsyncApiDocument, address) => {
  it("has words for every key of its frames", () => {
    assert.deepStrictEqual(bareKeys(asyncApi.components), [])
  })

  it("is AsyncAPI 3.0 of one channel and refers to nothing that is not there", () => {
    assert.strictEqual(asyncApi.asyncapi, "3.0.0")
    const channels = Object.values(asyncApi.channels as { readonly [id: string]: { readonly address: string } })
    assert.deepStrictEqual(
      channels.map((channel) => channel.address),
      [address]
    )
    assert.deepStrictEqual(danglingRefs(asyncApi), [])
  })

  it("describes each message once, under its type and direction, and in one operation", () => {
    const keys = Object.keys(asyncApi.components.messages)
    const operated = Object.values(asyncApi.operations).map(({ messages }) => messages[0]!.$ref.split("/").at(-1))
    assert.deepStrictEqual(operated, keys)
    for (const [key, { name, payload, summary }] of Object.entries(asyncApi.components.messages)) {
      assert.isNotEmpty(summary)
      assert.deepStrictEqual((payload.properties as { readonly type: JsonSchema }).type.enum, [name])
      assert.include([name, `${name}_answer`], key)
    }
  })

  it("has payloads a validator accepts", () => {
    const compile = validatorOf(asyncApi)
    const resolve = (ref: string) => asyncApi.components.schemas[ref.split("/").at(-1)!]
    for (const [type, { payload }] of Object.entries(asyncApi.components.messages)) {
      const validate = compile(`/components/messages/${type}/payload`)
      assert.isFalse(validate({ type: "other" }))
      assert.isTrue(validate(sampleOf(payload, resolve)), `${type}: ${JSON.stringify(validate.errors)}`)
    }
  })
})

describe("the schema of the configuration document", () => {
  const { schema, definitions } = wireSchema(RobotConfigDocument, "#/$defs/")
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({ ...schema, $defs: definitions })

  it("the schema of the configuration document takes a document and refuses an unknown key", () => {
    const battery = { topic: "/battery", type: "sensor_msgs/msg/BatteryState", field: "percentage" }
    assert.isTrue(validate({ platform: 1, datapoints: { battery } }), JSON.stringify(validate.errors))
    assert.isFalse(validate({ platform: 1, datapoints: { battery: { ...battery, colour: "red" } } }))
    assert.isFalse(validate({ platform: 2 }))
  })
})
