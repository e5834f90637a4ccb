import { NotFound } from "@fleet/domain/Errors"
import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { refuse } from "../platform/http/Envelope.ts"
import { type KeptMail, KeptMails } from "../mail/KeptMails.ts"
import { html, type Html } from "../platform/pages/html.ts"
import { page } from "../platform/pages/Page.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { isDemoHost } from "./demoHost.ts"

const address = /(https?:\/\/[^\s<>"]+)/

/** The text with its addresses as links. Only http(s) addresses become one. */
const linked = (text: string): ReadonlyArray<Html | string> =>
  text.split(address).map((piece, at) => (at % 2 === 1 ? html`<a href="${piece}">${piece}</a>` : piece))

/** Only what a browser shows or stores without running it is offered under its own type. */
const typeOf = (type: string): string =>
  type === "application/pdf" || type === "application/xml" ? type : "application/octet-stream"

const shown = ({ at, attachments = [], subject, text, to }: KeptMail): Html =>
  html`<article>
    <h2>${subject}</h2>
    <p class="quiet">To ${to}, ${at}</p>
    ${text.split(/\n{2,}/).map((paragraph) => html`<p>${linked(paragraph)}</p>`)}
    ${attachments.map(
      ({ base64, name, type }) =>
        html`<p><a download="${name}" href="data:${typeOf(type)};base64,${base64}">${name}</a></p>`
    )}
  </article>`

const outboxPage = (mails: ReadonlyArray<KeptMail>) =>
  page({
    locale: "en",
    brand: { name: "Robot Fleet Cloud demo", logo: null, theme: null },
    title: "Outbox",
    wide: true,
    lead: html`The demo sends no mails: it keeps them here, newest first. Scripts read
      <a href="/dev/outbox.json">outbox.json</a>.`,
    body: html`${mails.length === 0 ? html`<p>There is none yet.</p>` : mails.map(shown)}`
  })

/** GET /dev/outbox and /dev/outbox.json: the demo's mails. Outside the demo nothing is there. */
export const DevOutboxHttp = HttpRouter.use((router) =>
  Effect.gen(function* () {
    const { baseUrl, demo } = yield* Settings
    const kept = yield* KeptMails
    const answer = (write: (mails: ReadonlyArray<KeptMail>) => HttpServerResponse.HttpServerResponse) =>
      Effect.flatMap(HttpServerRequest.HttpServerRequest, ({ headers }) =>
        demo && isDemoHost(headers.host, baseUrl)
          ? Effect.map(kept.list, write)
          : Effect.succeed(refuse(new NotFound()))
      )

    yield* router.add("GET", "/dev/outbox", answer(outboxPage))
    yield* router.add(
      "GET",
      "/dev/outbox.json",
      answer((mails) => HttpServerResponse.jsonUnsafe({ mails }, { headers: { "cache-control": "no-store" } }))
    )
  })
)
