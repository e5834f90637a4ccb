import { NotFound } from "@fleet/domain/Errors"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { join } from "node:path"
import { refuse } from "../platform/http/Envelope.ts"
import { html, type Html } from "../platform/pages/html.ts"
import { page } from "../platform/pages/Page.ts"
import { Settings } from "../platform/settings/Settings.ts"
import { type DemoFacts, readFacts } from "./DemoFacts.ts"
import { isDemoHost } from "./demoHost.ts"

const brand = { name: "Robot Fleet Cloud demo", logo: null, theme: null }

/** Where to go from here. Secrets stay in the terminal that started the demo. */
const startPage = (
  { mcp, openApp, owner, strictApp }: DemoFacts,
  { consoleOrigin, portalUrl }: { readonly consoleOrigin: string; readonly portalUrl: string },
  hasOutbox: boolean
): Html =>
  html`<ul>
      <li><a href="${consoleOrigin}/">Console</a>: sign in as ${owner.email}, with a mailed code</li>
      <li><a href="/docs">API reference</a></li>
      <li><a href="/examples/">Example pages</a>, made with the SDK</li>
      ${openApp === undefined ? [] : html`<li><a href="${portalUrl}/app/${openApp.identifier}/sign-up">Register</a> with an app</li>`}
      ${
        strictApp === undefined
          ? []
          : html`<li>
              <a href="${portalUrl}/app/${strictApp.identifier}/sign-in">Sign in with a second factor</a> as
              ${strictApp.email}
            </li>`
      }
      ${mcp === true ? html`<li><a href="/mcp/welcome">Connect an AI agent</a> to the robots</li>` : []}
      ${hasOutbox ? html`<li><a href="/dev/outbox">Outbox</a>: the mails that would be sent</li>` : []}
    </ul>
    <p class="quiet">Passwords, keys and lines to paste are in the terminal that started the demo.</p>`

/** GET /dev of the demo: its accounts and its other pages. Outside the demo nothing is there. */
export const DemoStartHttp = Layer.unwrap(
  Effect.gen(function* () {
    const settings = yield* Settings
    const { baseUrl, dataFolder, demo, mailUrl } = settings
    if (!demo) return Layer.empty
    const facts = readFacts(join(dataFolder, "demo-facts.json"))
    return HttpRouter.add(
      "GET",
      "/dev",
      Effect.gen(function* () {
        const { headers } = yield* HttpServerRequest.HttpServerRequest
        const known = yield* Effect.orElseSucceed(facts, () => Option.none<DemoFacts>())
        if (Option.isNone(known) || !isDemoHost(headers.host, baseUrl)) return refuse(new NotFound())
        const body = startPage(known.value, settings, Option.isNone(mailUrl))
        return page({ locale: "en", brand, title: "The demo", body })
      })
    )
  })
)
