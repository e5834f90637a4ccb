import { assert, describe, it } from "@effect/vitest"
import { basename } from "node:path"
import { folderOf, imports, inServer, isFile, isRoot, layerOf, offenders, tools } from "./support/Sources.ts"

/** What a folder imports of its own layer. Nothing else may be, and no circle may arise. */
const beside: Readonly<Record<string, ReadonlyArray<string>>> = {
  "platform/blobs": ["platform/settings"],
  "platform/crypto": ["platform/settings"],
  "platform/sql": ["platform/settings", "platform/telemetry"],
  "platform/schedule": ["platform/sql"],
  "platform/nodes": ["platform/settings", "platform/sql"],
  "platform/limits": ["platform/schedule", "platform/settings"],
  "platform/outbound": ["platform/settings"],
  "platform/http": [
    "platform/blobs",
    "platform/json",
    "platform/limits",
    "platform/settings",
    "platform/sql",
    "platform/telemetry",
    "platform/websocket"
  ],
  "platform/pages": [
    "platform/crypto",
    "platform/http",
    "platform/i18n",
    "platform/json",
    "platform/limits",
    "platform/settings"
  ],
  "platform/work": ["platform/crypto", "platform/schedule", "platform/sql", "platform/telemetry"],
  audit: ["plans"],
  org: ["audit", "plans"],
  webhooks: ["access", "audit", "org"],
  access: ["org"],
  "identity/sessions": ["access", "org"],
  "billing/documents": ["mail"],
  "billing/core": ["billing/documents", "billing/provider", "billing/rules", "billing/vies"],
  apps: ["mail", "robots/stored"],
  "identity/app-users": [
    "apps",
    "identity/app-users/accounts",
    "identity/app-users/limit",
    "identity/app-users/signin",
    "mail"
  ],
  "identity/app-users/accounts": ["apps"],
  "identity/app-users/hosted": [
    "apps",
    "identity/app-users/oidc",
    "identity/app-users/signin",
    "identity/oauth",
    "identity/oauth/mcp"
  ],
  "identity/app-users/oidc": [
    "apps",
    "identity/app-users/accounts",
    "identity/app-users/limit",
    "identity/app-users/signin",
    "identity/oauth"
  ],
  "identity/app-users/signin": ["apps", "identity/app-users/accounts", "identity/app-users/limit", "mail"],
  "identity/developers/portal": [
    "identity/developers",
    "identity/developers/team",
    "identity/oauth",
    "identity/oauth/mcp",
    "mail"
  ],
  "identity/developers/team": ["identity/developers", "mail"],
  "identity/oauth/mcp": ["identity/oauth"],
  "plans/notices": ["mail"],
  "plans/changes": ["apps", "identity/app-users", "identity/developers/team", "mail", "robots"],
  robots: ["apps", "robots/bridges", "robots/config", "robots/health", "robots/latency", "robots/stored"],
  "robots/alerts": ["robots/config", "robots/history", "robots/home", "robots/recordings", "robots/stored"],
  "robots/assets": ["robots/config", "robots/health", "robots/home", "robots/stored"],
  "robots/bridges": ["robots/health"],
  "robots/cameras": ["robots/config", "robots/health", "robots/home", "robots/stored"],
  "robots/cameras/live": ["robots/bridges", "robots/config", "robots/home", "robots/stored"],
  "robots/config": ["robots/stored"],
  "robots/datapoints": [
    "robots",
    "robots/bridges",
    "robots/config",
    "robots/health",
    "robots/history",
    "robots/home",
    "robots/stored"
  ],
  "robots/health": ["robots/stored"],
  "robots/history": ["robots/stored"],
  // Parts know the home; the home knows no part.
  "robots/home": ["robots/bridges", "robots/config", "robots/health"],
  "robots/introspection": ["robots/bridges", "robots/config", "robots/home"],
  "robots/jobs": ["robots/config", "robots/health", "robots/home", "robots/recordings", "robots/stored"],
  "robots/latency": ["robots/home"],
  "robots/recordings": ["robots/assets", "robots/bridges", "robots/home", "robots/stored"],
  cli: ["demo"]
}

describe("the server's folders", () => {
  it("lets the server's layers depend in one direction", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => {
        if (!inServer(from) || !inServer(to) || isRoot(from)) return false
        const [own, other] = [folderOf(from), folderOf(to)]
        if (
          own === "cli.ts" ||
          (own === "cli" && (other === "App.ts" || other === "Platform.ts")) ||
          tools.includes(basename(to))
        )
          return false
        if (tools.includes(basename(from))) return true
        // The two sockets do not know each other.
        if (own === "realtime" && other === "robots/home") return true
        return layerOf(other) === -1 || layerOf(other) > layerOf(own)
      }),
      []
    )
  })

  it("lets folders of one layer import what is declared, all of which is imported", () => {
    const within = imports.filter(({ from, to }) => {
      if (!inServer(from) || !inServer(to) || isRoot(from) || tools.includes(basename(to))) return false
      const [own, other] = [folderOf(from), folderOf(to)]
      return own !== other && layerOf(own) !== -1 && layerOf(own) === layerOf(other)
    })
    const found = Map.groupBy(within, ({ from }) => folderOf(from))
    const read = Object.fromEntries(
      [...found].map(([own, edges]) => [own, [...new Set(edges.map(({ to }) => folderOf(to)))].sort()])
    )
    assert.deepStrictEqual(
      read,
      Object.fromEntries(Object.entries(beside).map(([own, others]) => [own, others.toSorted()]))
    )
  })

  it("loads packages that are slow to load and seldom needed when they are needed", () => {
    const reached = new Set(["packages/server/src/main.ts"])
    for (const file of reached)
      for (const { erased, from, late, to } of imports) if (from === file && !erased && !late) reached.add(to)
    assert.isAbove(reached.size, 500)
    const seldom = ["pdfkit", "fontkit", "nodemailer", "@simplewebauthn/server"]
    assert.deepStrictEqual(
      seldom.filter((name) => reached.has(name)),
      []
    )
  })

  it("has no circle of files, types included", () => {
    const graph = new Map<string, Array<string>>()
    for (const { from, to } of imports) if (isFile(to)) graph.set(from, [...(graph.get(from) ?? []), to])
    const ended = new Set<string>()
    const circles: Array<string> = []
    const visit = (file: string, path: ReadonlyArray<string>) => {
      const at = path.indexOf(file)
      if (at !== -1) return void circles.push([...path.slice(at), file].join(" -> "))
      if (ended.has(file)) return
      for (const other of graph.get(file) ?? []) visit(other, [...path, file])
      ended.add(file)
    }
    for (const file of graph.keys()) visit(file, [])
    assert.deepStrictEqual(circles, [])
  })

  it("has no circle of folders", () => {
    const open = new Map(Object.entries(beside).map(([own, others]) => [own, new Set(others)]))
    const ended = (folder: string) => (open.get(folder)?.size ?? 0) === 0
    for (let before = -1; before !== open.size;) {
      before = open.size
      for (const [own, others] of open) {
        for (const other of others) if (ended(other)) others.delete(other)
        if (others.size === 0) open.delete(own)
      }
    }
    assert.deepStrictEqual([...open.keys()], [])
  })
})
