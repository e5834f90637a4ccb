import { HttpApi, type HttpApiGroup, OpenApi } from "effect/http-api"
import { mayBeEmpty } from "../EmptyBody.ts"
import { ApiErrors } from "../Errors.ts"
import { withoutNumbers } from "./Components.ts"
import { type JsonSchema, mapRefs, tidy } from "./JsonSchema.ts"
import { parameterText } from "./parameterText.ts"
import { describeProperties } from "./propertyText.ts"
import { refusalEntries } from "./Refusals.ts"

const components = "#/components/schemas/"

/** Bodies by media type. */
export interface Content {
  readonly [type: string]: { readonly schema: JsonSchema; readonly examples?: JsonSchema }
}

/** Where one value of a request goes. */
export interface Parameter {
  readonly name: string
  readonly in: "path" | "query" | "header"
  readonly required: boolean
  readonly schema: JsonSchema
  readonly description?: string
  readonly example?: unknown
}

/** One answer of an operation. */
export interface Answer {
  readonly description: string
  readonly content?: Content
}

/** One operation of the document. */
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description?: string
  readonly tags: ReadonlyArray<string>
  readonly security: ReadonlyArray<JsonSchema>
  readonly parameters: ReadonlyArray<Parameter>
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: { readonly [status: string]: Answer }
}

/** The parts of an OpenAPI 3.1 document that its readers here use. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: ReadonlyArray<JsonSchema>
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } }
  readonly components: {
    readonly schemas: { readonly [name: string]: JsonSchema }
    readonly securitySchemes: JsonSchema
  }
}

const refusalIds: ReadonlySet<string> = new Set(ApiErrors.map((error) => error.identifier))

/** Refusals are named `error.<id>`; everything else keeps the specification's word. */
const componentName = (name: string): string => {
  const id = name.endsWith("Encoded") ? name.slice(0, -"Encoded".length) : ""
  return refusalIds.has(id) ? `error.${id}` : name
}

const named = (node: unknown): unknown =>
  mapRefs(node, (ref) => (ref.startsWith(components) ? components + componentName(ref.slice(components.length)) : ref))

const place = (schema: JsonSchema): JsonSchema => describeProperties(named(tidy(schema))) as JsonSchema

const parameterOf = (path: string, parameter: Parameter): Parameter => {
  const schema = place(parameter.schema)
  const text = schema.description === undefined ? parameterText(path, parameter.in, parameter.name) : undefined
  if (text === undefined) return { ...parameter, schema }
  const { description, example } = text
  const shown = example !== undefined && schema.type === "string" ? String(example) : example
  return { ...parameter, schema, description, ...(shown === undefined ? {} : { example: shown }) }
}

/** The ids of the refusals that an answer's schema allows, in order. */
export const refusalsOf = (schema: JsonSchema): ReadonlyArray<string> => {
  const members = Array.isArray(schema.anyOf) ? (schema.anyOf as ReadonlyArray<JsonSchema>) : [schema]
  return members.flatMap((member) =>
    typeof member.$ref === "string" && member.$ref.startsWith(`${components}error.`)
      ? [member.$ref.slice(`${components}error.`.length)]
      : []
  )
}

const entries = new Map(refusalEntries(components).map((entry) => [entry.id, entry]))

const contentOf = (content: Content): Content =>
  Object.fromEntries(
    Object.entries(content).map(([type, body]) => {
      const schema = place(body.schema)
      const refusals = refusalsOf(schema)
      const examples = Object.fromEntries(refusals.map((id) => [id, { value: entries.get(id)?.example }]))
      return [type, { ...body, schema, ...(refusals.length === 0 ? {} : { examples }) }]
    })
  )

const statusText: { readonly [status: string]: string } = {
  200: "Done.",
  201: "Created.",
  202: "Accepted.",
  204: "Done; no body.",
  302: "Go on at the address in `Location`."
}

const answerOf = (status: string, { content, description, ...rest }: Answer): Answer => {
  const body = content === undefined ? undefined : contentOf(content)
  const refusals = Object.values(body ?? {}).flatMap(({ schema }) => refusalsOf(schema))
  const explanation =
    refusals.length === 0
      ? (statusText[status] ?? description)
      : refusals.map((id) => `\`${entries.get(id)?.code ?? id}\`: ${entries.get(id)?.message ?? ""}`).join("\n")
  return { ...rest, description: explanation, ...(body === undefined ? {} : { content: body }) }
}

const bodyOf = (body: NonNullable<Operation["requestBody"]>, optional: boolean) => ({
  required: body.required && !optional,
  content: contentOf(body.content)
})

const operationOf = (path: string, { summary, ...operation }: Operation, optional: boolean): Operation => ({
  ...operation,
  parameters: operation.parameters.map((parameter) => parameterOf(path, parameter)),
  ...(operation.requestBody === undefined ? {} : { requestBody: bodyOf(operation.requestBody, optional) }),
  responses: Object.fromEntries(
    Object.entries(operation.responses).map(([status, answer]) => [status, answerOf(status, answer)])
  ),
  summary
})

const description = `Robots, what they report, and the commands they take.

Every refusal is one envelope, \`{code, message, details?}\`; branch on \`code\`. Answers may gain keys: ignore what you do
not know. Request bodies are strict: an unknown key is \`validation_error\`. Live values and commands over one socket are
described in /asyncapi/realtime.json, the robot's side in /asyncapi/bridge.json.`

/** The operations whose body may be left out: those that also take none, or one without keys. */
const optionalBodies = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlySet<string> => {
  const ids = new Set<string>()
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group }) => {
      if (mayBeEmpty([...endpoint.payload.values()].flatMap(({ schemas }) => schemas)))
        ids.add(`${group.identifier}.${endpoint.identifier}`)
    }
  })
  return ids
}

/**
 * The OpenAPI 3.1 document of an API: what Effect derives, with refusals by code and by example, open answers, strict
 * requests and optional bodies distinguished.
 */
export const openApiDocument = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): OpenApiDocument => {
  const derived = OpenApi.fromApi(api) as unknown as OpenApiDocument
  const optional = optionalBodies(api)
  const schemas = Object.entries(derived.components.schemas)
    .map(([name, schema]) => [componentName(name), place(schema)] as const)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return withoutNumbers({
    ...derived,
    info: { ...derived.info, description },
    servers: [{ url: "http://127.0.0.1:8787", description: "The default address of `npm start`." }],
    paths: Object.fromEntries(
      Object.entries(derived.paths).map(([path, item]) => [
        path,
        Object.fromEntries(
          Object.entries(item).map(([method, operation]) => [
            method,
            operationOf(path, operation, optional.has(operation.operationId))
          ])
        )
      ])
    ),
    components: { schemas: Object.fromEntries(schemas), securitySchemes: { bearer } }
  })
}

const bearer = { type: "http", scheme: "bearer", description: "An access token, or a server key (`srv_…`)." }
