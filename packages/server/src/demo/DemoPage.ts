import type { SessionTokens } from "@fleet/domain/SessionTokens"
import { inspectorLine } from "../mcp/welcomePages.ts"
import type { DemoFacts } from "./DemoFacts.ts"

export interface Signed {
  readonly email: string
  readonly tier: "owner" | "developer"
  readonly tokens: SessionTokens
}

/** The address that AI agents take; null where MCP is off. */
const mcpUrl = ({ app, mcp }: DemoFacts, baseUrl: string): string | null =>
  mcp === true ? `${baseUrl}/mcp/${app.identifier}` : null

/** What scripts read from FLEET_DATA/demo.json. `developer` is the first of `team`, the owner's session. */
export const demoJson = (
  facts: DemoFacts,
  baseUrl: string,
  team: readonly [Signed, ...ReadonlyArray<Signed>]
): string => {
  const session = ({ email, tier, tokens }: Signed) => ({
    email,
    tier,
    access_token: tokens.access_token,
    refresh_token: tokens.refresh_token
  })
  return `${JSON.stringify(
    {
      base_url: baseUrl,
      org: facts.org,
      developer: session(team[0]),
      team: team.map(session),
      app: facts.app,
      app_user: facts.appUser,
      open_app: facts.openApp ?? null,
      strict_app: facts.strictApp ?? null,
      mcp_url: mcpUrl(facts, baseUrl),
      server_key: facts.serverKey,
      robots: facts.robots.map(({ id, name, simulated, slugs }) => ({ id, name, simulated, slugs }))
    },
    null,
    2
  )}\n`
}

export interface Addresses {
  readonly baseUrl: string
  readonly portalUrl: string
  /** Where the console is. */
  readonly consoleOrigin: string
  /** Where mails are looked at; null when a mail server takes them. */
  readonly outbox: string | null
  /** The demo's own files. */
  readonly folder: string
  /** Whether the database is in the folder too, or is that of DATABASE_URL. */
  readonly embedded: boolean
}

/** Where people sign in by hand; the hosted pages are the portal's. */
const signInLines = ({ openApp, strictApp }: DemoFacts, { outbox, portalUrl }: Addresses): string => {
  const comes = outbox === null ? "comes by mail" : "is in the outbox"
  const lines = [
    ...(openApp === undefined
      ? []
      : [`  Register        ${portalUrl}/app/${openApp.identifier}/sign-up   anybody may; the link ${comes}`]),
    ...(strictApp === undefined
      ? []
      : [
          `  Second factor   ${portalUrl}/app/${strictApp.identifier}/sign-in   as ${strictApp.email} / ${strictApp.password}`
        ])
  ]
  return lines.join("\n")
}

/** How an agent is given the robots, and how the protocol's inspector shows each step of that. */
const agentLines = (facts: DemoFacts, baseUrl: string): string => {
  const url = mcpUrl(facts, baseUrl)
  if (url === null) return ""
  const { strictApp } = facts
  const strict =
    strictApp?.mcp === true
      ? `  ${baseUrl}/mcp/${strictApp.identifier}   asks for a second factor, and for a yes before each command\n`
      : ""
  return `
From an AI agent: add this address to it as a remote MCP server, sign in as ${facts.appUser.email}, allow it, and ask what the robots do
  ${url}   (help: ${baseUrl}/mcp/welcome)
${strict}With Node 22.19 or newer, the protocol's inspector shows each step:
  ${inspectorLine(url)}
`
}

/** The page that `npm start` prints once data flows. */
export const demoPage = (facts: DemoFacts, addresses: Addresses): string => {
  const { baseUrl, consoleOrigin, embedded, folder, outbox } = addresses
  const [rover] = facts.robots
  const curl = `curl -H "Authorization: Bearer ${facts.serverKey}"`
  const robot = `${baseUrl}/api/robots/${rover?.id}`
  return `
Robot Fleet Cloud is at ${consoleOrigin}   (open it in a browser)
  Sign in as      ${facts.owner.email}; the code ${outbox === null ? "comes by mail" : `is at ${outbox}`}

  API reference   ${baseUrl}/docs   (OpenAPI at /openapi.json, sockets at /asyncapi/realtime.json and /asyncapi/bridge.json)
  Robots          ${facts.robots.map(({ name, simulated }) => (simulated ? name : `${name} (offline)`)).join(", ")}
  Demo            ${baseUrl}/dev   accounts and pages to try
  App user        ${facts.appUser.email} / ${facts.appUser.password}   in the app "${facts.app.identifier}"
  Developers      ${facts.owner.email} (owner), ${facts.developer.email}: their tokens are in ${folder}/demo.json
${signInLines(facts, addresses)}
  Outbox          ${outbox ?? "mails go to MAIL_URL"}
  Examples        ${baseUrl}/examples/#${facts.appUser.password}   pages made with the SDK, signed in as the app user

Read a value, start an action, follow its state:
  ${curl} ${robot}/datapoints/battery
  ${curl} -H "Content-Type: application/json" -d '{"params":{"speed":0.5}}' ${robot}/jobs/dock
  ${curl} ${robot}/jobs/dock

From TypeScript (npm run build makes packages/client-sdk/dist):
  import { createClient } from "@fleet/sdk"
  const fleet = createClient({ baseUrl: "${baseUrl}", app: "${facts.app.identifier}" })
  await fleet.auth.signInWithPassword({ email: "${facts.appUser.email}", password: "${facts.appUser.password}" })
  for await (const sample of fleet.robot("${rover?.id}").datapoint("position_x").subscribe()) console.log(sample.value)
${agentLines(facts, baseUrl)}
Stop with Ctrl-C. ${
    embedded
      ? `Everything is kept in ${folder}; delete that folder to begin again.`
      : `Everything is kept in the database of DATABASE_URL, but the secrets above, which are in ${folder}; empty both to begin again.`
  }
`
}
