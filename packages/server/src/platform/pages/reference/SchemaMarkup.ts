import type { JsonSchema } from "@fleet/domain/docs/JsonSchema"
import { html, type Html } from "../html.ts"

/** Text in which `backticks` mark code. */
export const prose = (text: unknown): ReadonlyArray<Html> =>
  typeof text === "string"
    ? text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))
    : []

const nameOf = (ref: string) => ref.slice(ref.lastIndexOf("/") + 1)

const bounds = (schema: JsonSchema): string => {
  const [low, high] = [
    schema.minimum ?? schema.minLength ?? schema.minItems,
    schema.maximum ?? schema.maxLength ?? schema.maxItems
  ]
  if (low === undefined && high === undefined) return ""
  return ` ${String(low ?? "")}..${high === Number.MAX_SAFE_INTEGER ? "" : String(high ?? "")}`
}

/** A type in a few words: `string 1..63`, `job or null`, `list of robot`. */
export const typeMarkup = (schema: JsonSchema): Html => {
  if (typeof schema.$ref === "string") {
    const name = nameOf(schema.$ref)
    return html`<a href="/docs/records#schema-${name}">${name}</a>`
  }
  if (Array.isArray(schema.enum)) {
    return html`${schema.enum.map((value, index) => html`${index === 0 ? "" : " or "}<code>${JSON.stringify(value)}</code>`)}`
  }
  if (Array.isArray(schema.anyOf)) {
    const members = schema.anyOf as ReadonlyArray<JsonSchema>
    return html`${members.map((member, index) => html`${index === 0 ? "" : " or "}${typeMarkup(member)}`)}`
  }
  if (schema.type === "array") return html`list${bounds(schema)} of ${typeMarkup((schema.items ?? {}) as JsonSchema)}`
  if (schema.type === "object" && schema.properties === undefined) {
    return typeof schema.additionalProperties === "object"
      ? html`map of ${typeMarkup(schema.additionalProperties as JsonSchema)}`
      : html`map`
  }
  if (schema.type === "object") return html`object`
  const format = typeof schema.format === "string" ? `, ${schema.format}` : ""
  return html`${typeof schema.type === "string" ? schema.type : "any JSON"}${bounds(schema)}${format}`
}

const nested = (schema: JsonSchema): JsonSchema | undefined => {
  const candidates = [schema, schema.items as JsonSchema | undefined, ...((schema.anyOf ?? []) as Array<JsonSchema>)]
  return candidates.find((candidate) => candidate?.properties !== undefined)
}

const rows = (schema: JsonSchema, prefix: string): ReadonlyArray<Html> => {
  const required = new Set((schema.required ?? []) as ReadonlyArray<string>)
  return Object.entries((schema.properties ?? {}) as { readonly [key: string]: JsonSchema }).flatMap(([key, node]) => {
    const inner = nested(node)
    const row = html`<tr>
      <th scope="row"><code>${prefix}${key}</code>${required.has(key) ? "" : html` <small>optional</small>`}</th>
      <td>${typeMarkup(node)}</td>
      <td>${prose(node.description)}</td>
    </tr>`
    return inner === undefined ? [row] : [row, ...rows(inner, `${prefix}${key}.`)]
  })
}

/** The fields of an object as a table, inner objects by dotted path; anything else in words. */
export const schemaMarkup = (schema: JsonSchema, caption: string): Html =>
  Object.keys((schema.properties ?? {}) as object).length === 0
    ? html`<p>${typeMarkup(schema)}</p>`
    : html`<table>
          <caption>
            ${caption}
          </caption>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Type</th>
              <th scope="col">Meaning</th>
            </tr>
          </thead>
          <tbody>
            ${rows(schema, "")}
          </tbody>
        </table>
        ${schema.additionalProperties === false ? html`<p><small>An unknown key is refused.</small></p>` : null}`
