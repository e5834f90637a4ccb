import type { AsyncApiDocument } from "@fleet/domain/docs/AsyncApi"
import type { OpenApiDocument } from "@fleet/domain/docs/OpenApi"
import { refusalEntries } from "@fleet/domain/docs/Refusals"
import { html, type Html } from "../html.ts"
import { operationMarkup, type Route } from "./OperationMarkup.ts"
import { schemaMarkup } from "./SchemaMarkup.ts"

const anchor = (title: string) => `group-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`

/** Text in which `backticks` mark code. */
const prose = (text: string): ReadonlyArray<Html> =>
  text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))

const routesOf = (document: OpenApiDocument): ReadonlyArray<Route> =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
  )

const group = (title: string, routes: ReadonlyArray<Route>, document: OpenApiDocument): Html =>
  html`<section id="${anchor(title)}" aria-labelledby="${anchor(title)}-title">
    <h2 id="${anchor(title)}-title">${title}</h2>
    ${routes.map((route) => operationMarkup(route, document))}
  </section>`

const messageMarkup = (socket: string, type: string, document: AsyncApiDocument): Html => {
  const message = document.components.messages[type]!
  return html`<details id="${socket}-${type}">
    <summary><code>${type}</code> ${message.summary}</summary>
    ${schemaMarkup(message.payload, `Fields of ${type}`)}
  </details>`
}

const direction = (socket: string, title: string, action: "send" | "receive", document: AsyncApiDocument): Html => {
  const types = Object.entries(document.operations)
    .filter(([, operation]) => operation.action === action)
    .map(([id]) => id.slice(action.length + 1))
  return html`<h3>${title}</h3>
    ${types.map((type) => messageMarkup(socket, type, document))}`
}

const closeCodes = (codes: SocketSection["closes"]): Html =>
  html`<table>
    <caption>
      Close codes
    </caption>
    <thead>
      <tr>
        <th scope="col">Code</th>
        <th scope="col">Meaning</th>
      </tr>
    </thead>
    <tbody>
      ${Object.entries(codes).map(
        ([code, meaning]) =>
          html`<tr>
            <th scope="row">${code}</th>
            <td>${meaning}</td>
          </tr>`
      )}
    </tbody>
  </table>`

/** A socket protocol as the page shows it. */
export interface SocketSection {
  readonly id: string
  readonly path: string
  readonly peer: string
  readonly closes: { readonly [code: number]: string }
  readonly document: AsyncApiDocument
}

const socketMarkup = ({ id, path, peer, closes, document }: SocketSection): Html =>
  html`<section id="${id}" aria-labelledby="${id}-title">
    <h2 id="${id}-title">${document.info.title}</h2>
    <p>${prose(document.info.description)}</p>
    <p><code>GET ${path}</code>, WebSocket.</p>
    ${direction(id, `What the ${peer} sends`, "receive", document)}
    ${direction(id, "What the service sends", "send", document)} ${closeCodes(closes)}
  </section>`

const errorsMarkup = (): Html =>
  html`<section id="errors" aria-labelledby="errors-title">
    <h2 id="errors-title">Errors</h2>
    <p>Every refusal is <code>{code, message, details?}</code>.</p>
    ${refusalEntries("#/components/schemas/").map(
      ({ id, code, status, message, details, example }) =>
        html`<article id="error-${id}">
          <h3><code>${code}</code> <small>${status}</small></h3>
          <p>${message}</p>
          ${details === undefined ? null : schemaMarkup(details, "Details")}
          <details>
            <summary>Example</summary>
            <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
          </details>
        </article>`
    )}
  </section>`

const schemasOf = ({ components }: OpenApiDocument | AsyncApiDocument) => components.schemas

const schemasMarkup = (schemas: OpenApiDocument["components"]["schemas"]): Html =>
  html`<section id="schemas" aria-labelledby="schemas-title">
    <h2 id="schemas-title">Records</h2>
    ${Object.entries(schemas)
      .filter(([name]) => !name.startsWith("error."))
      .map(
        ([name, schema]) =>
          html`<article id="schema-${name}">
            <h3>${name}</h3>
            ${schemaMarkup(schema, name)}
          </article>`
      )}
  </section>`

/** The API reference, one page without a script. */
export const referencePage = (document: OpenApiDocument, sockets: ReadonlyArray<SocketSection>): string => {
  const routes = routesOf(document)
  const schemas = Object.assign({}, ...[document, ...sockets.map((socket) => socket.document)].map(schemasOf))
  const groups = document.tags.map(({ name }) => ({
    name,
    routes: routes.filter(({ operation }) => operation.tags.includes(name))
  }))
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${document.info.title}: API reference</title>
        <link rel="stylesheet" href="/docs/reference.css" />
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents">
          <p><strong>${document.info.title}</strong></p>
          <p>
            <a href="/openapi.json">OpenAPI</a> <a href="/asyncapi/realtime.json">AsyncAPI: realtime</a>
            <a href="/asyncapi/media.json">AsyncAPI: media</a> <a href="/asyncapi/bridge.json">AsyncAPI: bridge</a>
          </p>
          ${groups.map(
            ({ name, routes }) =>
              html`<details open>
                <summary>${name}</summary>
                <ul>
                  ${routes.map(
                    ({ method, operation }) =>
                      html`<li>
                        <a href="#${operation.operationId}"
                          ><span class="method ${method}">${method.toUpperCase()}</span> ${operation.operationId}</a
                        >
                      </li>`
                  )}
                </ul>
              </details>`
          )}
          <ul>
            ${sockets.map(({ id, path }) => html`<li><a href="#${id}">${path}</a></li>`)}
            <li><a href="#schemas">Records</a></li>
            <li><a href="#errors">Errors</a></li>
          </ul>
        </nav>
        <main id="content">
          <h1>${document.info.title} API</h1>
          ${document.info.description.split("\n\n").map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
          ${groups.map(({ name, routes }) => group(name, routes, document))} ${sockets.map(socketMarkup)}
          ${schemasMarkup(schemas)} ${errorsMarkup()}
        </main>
      </body>
    </html> `.text
}
