import type { JsonSchema } from "@fleet/domain/docs/JsonSchema"
import { type Content, type OpenApiDocument, type Operation, refusalsOf } from "@fleet/domain/docs/OpenApi"
import { refusalEntries } from "@fleet/domain/docs/Refusals"
import { sampleOf } from "@fleet/domain/docs/Sample"
import { html, type Html } from "../html.ts"
import { prose, schemaMarkup, typeMarkup } from "./SchemaMarkup.ts"

/** One operation and where it is. */
export interface Route {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const bodyOf = (content: Content | undefined): readonly [string, JsonSchema] | undefined => {
  const [type, body] = Object.entries(content ?? {})[0] ?? []
  return type === undefined || body === undefined ? undefined : [type, body.schema]
}

const parameterTable = ({ parameters }: Operation): Html | null =>
  parameters.length === 0
    ? null
    : html`<table>
        <caption>
          Parameters
        </caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">In</th>
            <th scope="col">Type</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          ${parameters.map(
            (parameter) =>
              html`<tr>
                <th scope="row">
                  <code>${parameter.name}</code>${parameter.required ? null : html` <small>optional</small>`}
                </th>
                <td>${parameter.in}</td>
                <td>${typeMarkup(parameter.schema)}</td>
                <td>${prose(parameter.description ?? parameter.schema.description)}</td>
              </tr>`
          )}
        </tbody>
      </table>`

const answers = ({ responses }: Operation): Html => {
  const lines = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .map(([status, answer]) => {
      const body = bodyOf(answer.content)
      return html`<li><strong>${status}</strong> ${body === undefined ? html`no body` : typeMarkup(body[1])}</li>`
    })
  return html`<h3>Answers</h3>
    <ul>
      ${lines}
    </ul>`
}

const codes = new Map(refusalEntries("#/").map(({ id, code }) => [id, code]))

const refusals = ({ responses }: Operation): Html | null => {
  const lines = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { content }]) =>
      Object.values(content ?? {}).map(({ schema }) => {
        const ids = refusalsOf(schema)
        const words =
          ids.length === 0
            ? typeMarkup(schema)
            : ids.map((id) => html`<a href="/docs/errors#error-${id}"><code>${codes.get(id) ?? id}</code></a> `)
        return html`<li><strong>${status}</strong> ${words}</li>`
      })
    )
  return lines.length === 0
    ? null
    : html`<h3>Refusals</h3>
        <ul>
          ${lines}
        </ul>`
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

const curlOf = ({ method, path, operation }: Route, document: OpenApiDocument): string => {
  const resolve = (ref: string) => document.components.schemas[ref.slice("#/components/schemas/".length)]
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const query = operation.parameters
    .filter((parameter) => parameter.in === "query" && parameter.required)
    .map((parameter) => `${parameter.name}=${String(sampleOf(parameter.schema, resolve))}`)
  const body = bodyOf(operation.requestBody?.content)
  return [
    `curl -X ${method.toUpperCase()} "$BASE_URL${filled}${query.length === 0 ? "" : `?${query.join("&")}`}"`,
    ...(operation.security.length === 0 ? [] : [`-H "authorization: Bearer $TOKEN"`]),
    ...(body === undefined
      ? []
      : [`-H "content-type: ${body[0]}"`, `-d ${quoted(JSON.stringify(sampleOf(body[1], resolve)))}`])
  ].join(" \\\n  ")
}

/** One operation: method, path, credential, body, answers, refusals, and a call to paste. */
export const operationMarkup = (route: Route, document: OpenApiDocument): Html => {
  const { method, path, operation } = route
  const body = bodyOf(operation.requestBody?.content)
  const named = typeof body?.[1].$ref === "string"
  return html`<article id="${operation.operationId}" aria-labelledby="${operation.operationId}-title">
    <h2 id="${operation.operationId}-title">
      <span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>
    </h2>
    <p>${operation.summary}</p>
    <p>
      <small
        ><code>${operation.operationId}</code> · ${operation.security.length === 0 ? "no credential" : "bearer"}</small
      >
    </p>
    ${parameterTable(operation)}
    ${
      body === undefined
        ? null
        : html`<h3>Body${operation.requestBody?.required === false ? html` <small>optional</small>` : null}</h3>
            ${named ? html`<p>${typeMarkup(body[1])}</p>` : schemaMarkup(body[1], "Body")}`
    }
    ${answers(operation)} ${refusals(operation)}
    <details>
      <summary>curl</summary>
      <pre tabindex="0"><code>${curlOf(route, document)}</code></pre>
    </details>
  </article>`
}
