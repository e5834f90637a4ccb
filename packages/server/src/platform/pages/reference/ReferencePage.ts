import type { AsyncApiDocument } from "@fleet/domain/docs/AsyncApi"
import type { OpenApiDocument } from "@fleet/domain/docs/OpenApi"
import { refusalEntries } from "@fleet/domain/docs/Refusals"
import { html, type Html } from "../html.ts"
import { operationMarkup, type Route } from "./OperationMarkup.ts"
import { prose, schemaMarkup } from "./SchemaMarkup.ts"

const routesOf = (document: OpenApiDocument): ReadonlyArray<Route> =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
  )

const messageMarkup = (socket: string, key: string, document: AsyncApiDocument): Html => {
  const message = document.components.messages[key]!
  const type = message.name
  return html`<details id="${socket}-${key}">
    <summary><code>${type}</code> ${message.summary}</summary>
    ${schemaMarkup(message.payload, `Fields of ${type}`)}
  </details>`
}

const direction = (socket: string, title: string, action: "send" | "receive", document: AsyncApiDocument): Html => {
  const keys = Object.values(document.operations)
    .filter((operation) => operation.action === action)
    .flatMap(({ messages }) => messages.map(({ $ref }) => $ref.slice($ref.lastIndexOf("/") + 1)))
  return html`<h2>${title}</h2>
    ${keys.map((key) => messageMarkup(socket, key, document))}`
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
  html`<p>${prose(document.info.description)}</p>
    <p><code>GET ${path}</code>, WebSocket.</p>
    ${direction(id, `What the ${peer} sends`, "receive", document)}
    ${direction(id, "What the service sends", "send", document)}
    <h2>Close codes</h2>
    ${closeCodes(closes)}`

const errorsMarkup = (): Html =>
  html`<p>Every refusal is <code>{code, message, details?}</code>.</p>
    ${refusalEntries("#/components/schemas/").map(
      ({ id, code, status, message, details, example }) =>
        html`<article id="error-${id}">
          <h2><code>${code}</code> <small>${status}</small></h2>
          <p>${message}</p>
          ${details === undefined ? null : schemaMarkup(details, "Details")}
          <details>
            <summary>Example</summary>
            <pre tabindex="0"><code>${JSON.stringify(example, null, 2)}</code></pre>
          </details>
        </article>`
    )}`

const schemasOf = ({ components }: OpenApiDocument | AsyncApiDocument) => components.schemas

const schemasMarkup = (schemas: OpenApiDocument["components"]["schemas"]): Html =>
  html`${Object.entries(schemas)
    .filter(([name]) => !name.startsWith("error."))
    .map(
      ([name, schema]) =>
        html`<article id="schema-${name}">
          <h2>${name}</h2>
          ${schemaMarkup(schema, name)}
        </article>`
    )}`

/** A part of a page, as the first page lists it, and shorter beside the page where that has room for less. */
interface Entry {
  readonly id: string
  readonly label: Html
  readonly short?: Html
  readonly text: string
}

/** A page of the reference: what it is called, where it is, and what it holds. */
interface Section {
  readonly title: string
  readonly path: string
  /** What the index lists of it. */
  readonly entries: ReadonlyArray<Entry>
  readonly body: () => Html
}

const slugOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

/** Robots come first: the routes before them are about people who sign in. */
const robotsFirst = <Tag extends { readonly name: string }>(tags: ReadonlyArray<Tag>): ReadonlyArray<Tag> => {
  const at = tags.findIndex(({ name }) => name === "Robots")
  return [...tags.slice(at), ...tags.slice(0, at)]
}

const groupSection = (title: string, routes: ReadonlyArray<Route>, document: OpenApiDocument): Section => ({
  title,
  path: `/docs/${slugOf(title)}`,
  entries: routes.map(({ method, operation, path }) => ({
    id: operation.operationId,
    label: html`<span class="method ${method}">${method.toUpperCase()}</span> <code>${path}</code>`,
    short: html`<span class="method ${method}">${method.toUpperCase()}</span>
      ${operation.operationId.split(".").at(-1)!}`,
    text: operation.summary
  })),
  body: () => html`${routes.map((route) => operationMarkup(route, document))}`
})

const socketSection = (socket: SocketSection): Section => ({
  title: socket.document.info.title,
  path: `/docs/${socket.id}`,
  entries: Object.entries(socket.document.components.messages).map(([key, { name, summary }]) => ({
    id: `${socket.id}-${key}`,
    label: html`<code>${name}</code>`,
    text: summary
  })),
  body: () => socketMarkup(socket)
})

/** The sections of the reference in their order. */
export const referenceSections = (
  document: OpenApiDocument,
  sockets: ReadonlyArray<SocketSection>
): ReadonlyArray<Section> => {
  const routes = routesOf(document)
  const schemas: OpenApiDocument["components"]["schemas"] = Object.assign(
    {},
    ...[document, ...sockets.map((socket) => socket.document)].map(schemasOf)
  )
  const records = Object.keys(schemas).filter((name) => !name.startsWith("error."))
  return [
    ...robotsFirst(document.tags).map(({ name }) =>
      groupSection(
        name,
        routes.filter(({ operation }) => operation.tags.includes(name)),
        document
      )
    ),
    ...sockets.map(socketSection),
    {
      title: "Records",
      path: "/docs/records",
      entries: records.map((name) => ({ id: `schema-${name}`, label: html`${name}`, text: "" })),
      body: () => schemasMarkup(schemas)
    },
    {
      title: "Errors",
      path: "/docs/errors",
      entries: refusalEntries("#/components/schemas/").map(({ code, id, message, status }) => ({
        id: `error-${id}`,
        label: html`<code>${code}</code> <small>${status}</small>`,
        text: message
      })),
      body: errorsMarkup
    }
  ]
}

const pageOf = (
  product: string,
  title: string,
  sections: ReadonlyArray<Section>,
  current: Section | null,
  body: Html
): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="stylesheet" href="/docs/reference.css" />
        ${current === null ? html`<script type="module" src="/docs/search.js"></script>` : null}
      </head>
      <body>
        <a class="skip" href="#content">Skip to the content</a>
        <nav aria-label="Contents">
          <p>
            <a href="/docs"><strong>${product}</strong></a>
          </p>
          <p>
            <a href="/openapi.json">OpenAPI</a> <a href="/asyncapi/realtime.json">AsyncAPI: realtime</a>
            <a href="/asyncapi/media.json">AsyncAPI: media</a> <a href="/asyncapi/bridge.json">AsyncAPI: bridge</a>
          </p>
          <ul>
            ${sections.map((section) =>
              section === current
                ? html`<li>
                    <a href="${section.path}" aria-current="page">${section.title}</a>
                    ${
                      section.entries.length > 60
                        ? null
                        : html`<ul>
                            ${section.entries.map(({ id, label, short }) => html`<li><a href="#${id}">${short ?? label}</a></li>`)}
                          </ul>`
                    }
                  </li>`
                : html`<li><a href="${section.path}">${section.title}</a></li>`
            )}
          </ul>
        </nav>
        <main id="content">${body}</main>
      </body>
    </html> `.text

/** One section of the reference as a page. */
export const sectionPage = (document: OpenApiDocument, sections: ReadonlyArray<Section>, section: Section): string =>
  pageOf(
    document.info.title,
    `${section.title}: ${document.info.title} API reference`,
    sections,
    section,
    html`<h1>${section.title}</h1>
      ${section.body()}`
  )

/** The first page of the reference: what all of it holds, with a field to search in it where scripts run. */
export const indexPage = (document: OpenApiDocument, sections: ReadonlyArray<Section>): string =>
  pageOf(
    document.info.title,
    `${document.info.title}: API reference`,
    sections,
    null,
    html`<h1>${document.info.title} API</h1>
      ${document.info.description.split("\n\n").map((paragraph) => html`<p>${prose(paragraph)}</p>`)}
      <form role="search" id="search" hidden>
        <label for="query">Search routes, messages, records and errors</label>
        <input id="query" type="search" autocomplete="off" spellcheck="false" />
        <p role="status"></p>
      </form>
      ${sections.map(
        ({ entries, path, title }) =>
          html`<section class="index" aria-labelledby="${slugOf(title)}-title">
            <h2 id="${slugOf(title)}-title"><a href="${path}">${title}</a></h2>
            <ul>
              ${entries.map(({ id, label, text }) => html`<li id="${id}"><a href="${path}#${id}">${label}</a> ${text}</li>`)}
            </ul>
          </section>`
      )}`
  )
