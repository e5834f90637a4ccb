import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "../..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

const ids = [...read("packages/client-sdk/src/routes.gen.ts").matchAll(/^ {2}readonly "([\w.]+)": \{/gm)].map(
  ([, id]) => id!
)
const sources = globSync("packages/console/src/**/*.{ts,tsx}", { cwd: root })
  // It names routes without calling them.
  .filter((file) => !file.endsWith("apiText.ts"))
  .map(read)
  .join("\n")

const bySdk = "the SDK calls it for the console: sessions, commands, live video, files"
const ofAppUsers = "for an app's own users and pages"
const later = "belongs to the screens of apps, people, agents and the organisation, which are not built"

/** Why the console calls no route of a group, or not the named ones of it. */
const reasons: Readonly<Record<string, string>> = {
  health: "for probes of an operator",
  "auth.refresh": bySdk,
  "auth.logout": bySdk,
  "portal.token": bySdk,
  waitlist: "for the portal's pages",
  invitations: "for the portal's pages",
  clientAuth: ofAppUsers,
  clientTwoFactor: ofAppUsers,
  clientOidc: ofAppUsers,
  client: ofAppUsers,
  mcp: "for the portal's page of consent",
  live: bySdk,
  "jobs.get": bySdk,
  "jobs.start": bySdk,
  "jobs.publish": bySdk,
  "jobs.release": bySdk,
  "jobs.stop": bySdk,
  "cameras.snapshotMeta": "the still says the same in its headers",
  "robots.exposures": "a robot's detail counts them",
  assetSyncs: later,
  assets: later,
  assetLinks: later,
  assetUploads: "for bridges",
  recordings: later,
  recordingRequests: later,
  recordingFiles: later,
  "datapoints.export": later,
  "robots.rename": later,
  "robots.putDetails": later,
  "auth.patchMe": later,
  developerFactors: later,
  team: later,
  "org.update": later,
  apps: later,
  authConfig: later,
  mailTemplates: later,
  roles: later,
  appUsers: later,
  appInvitations: later,
  oidcProviders: later,
  serverKeys: later,
  webhooks: later,
  planChange: later,
  usage: later,
  billing: later,
  billingWebhook: "for the payment provider",
  appUserMcp: later,
  developerMcp: later,
  mcpClients: later
}

const isCalled = (id: string) => sources.includes(`"${id}"`)
const reasonOf = (id: string) => reasons[id] ?? reasons[id.split(".")[0]!]

describe("the routes of the contract", () => {
  it("are called by a screen of the console, or have a reason why not", () => {
    assert.isAbove(ids.length, 150)
    assert.deepStrictEqual(
      ids.filter((id) => !isCalled(id) && reasonOf(id) === undefined),
      []
    )
  })

  it("have no reason that a screen has outgrown", () => {
    const named = (key: string) => ids.filter((id) => id === key || id.startsWith(`${key}.`))
    assert.deepStrictEqual(
      Object.keys(reasons).filter((key) => named(key).every(isCalled)),
      []
    )
  })
})
