import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dirname, "../..")

/**
 * The server's layers: a folder may import those of the layers above it. The first knows no feature; the last are
 * programs on top of the service.
 */
export const layers: Readonly<Record<string, ReadonlyArray<string>>> = {
  platform: [
    "platform/features",
    "platform/settings",
    "platform/crypto",
    "platform/process",
    "platform/cache",
    "platform/schedule",
    "platform/i18n",
    "platform/json",
    "platform/sql",
    "platform/nodes",
    "platform/blobs",
    "platform/bus",
    "platform/limits",
    "platform/outbound",
    "platform/http",
    "platform/websocket",
    "platform/pages",
    "platform/telemetry",
    "platform/work"
  ],
  foundations: ["plans", "audit", "org", "webhooks", "media", "access", "identity/sessions", "identity/factors"],
  features: [
    "mail",
    "plans/notices",
    "plans/changes",
    "billing/core",
    "billing/documents",
    "billing/provider",
    "billing/rules",
    "billing/vies",
    "apps",
    "identity/app-users",
    "identity/app-users/accounts",
    "identity/app-users/limit",
    "identity/app-users/hosted",
    "identity/app-users/oidc",
    "identity/app-users/signin",
    "identity/developers",
    "identity/developers/portal",
    "identity/developers/team",
    "identity/oauth",
    "identity/oauth/mcp",
    "robots",
    "robots/alerts",
    "robots/assets",
    "robots/bridges",
    "robots/cameras",
    "robots/cameras/live",
    "robots/config",
    "robots/datapoints",
    "robots/health",
    "robots/history",
    "robots/home",
    "robots/introspection",
    "robots/jobs",
    "robots/latency",
    "robots/recordings",
    "robots/stored"
  ],
  edges: ["console", "mcp", "realtime"],
  programs: ["demo", "demo/provider", "cli"]
}

/** Files of the platform that stand by themselves. */
export const tools = ["escapeHtml.ts", "version.ts"]

export interface Import {
  readonly from: string
  /** Of types alone: gone when the program runs. */
  readonly erased: boolean
  /** Loaded when it is needed, and not with the file. */
  readonly late: boolean
  /** A file of the repository, or the name of a module. */
  readonly to: string
}

const statement =
  /^(?:import|export)\s+(?:type\s+)?(?:\w+\s*,?\s*)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})?\s*from "([^"]+)"/gm
const bare = /^import "([^"]+)"/gm
const dynamic = /\bimport\(\s*"([^"]+)"/g

export const read = (file: string) => readFileSync(join(root, file), "utf8")
export const sources = globSync("packages/*/src/**/*.{ts,tsx}", { cwd: root })
export const written = sources.filter((file) => !file.endsWith(".gen.ts"))

export const imports: ReadonlyArray<Import> = sources.flatMap((from) =>
  [statement, bare, dynamic].flatMap((pattern) =>
    [...read(from).matchAll(pattern)].map(([text, to]) => ({
      from,
      erased: /^(?:import|export) type\b/.test(text),
      late: pattern === dynamic,
      to: to!.startsWith(".") ? join(dirname(from), to!) : to!
    }))
  )
)

export const offenders = (forbidden: (edge: Import) => boolean) =>
  imports.filter(forbidden).map(({ from, to }) => `${from} imports ${to}`)

export const packageOf = (file: string) => file.split("/")[1]!
export const isFile = (to: string) => to.startsWith("packages/")
export const moduleName = (to: string) => to.split("/", to.startsWith("@") ? 2 : 1).join("/")

export const known = Object.values(layers).flat()
export const layerOf = (folder: string) => Object.values(layers).findIndex((folders) => folders.includes(folder))

/** The folder a server file belongs to: the longest known one that holds it, or the file itself at the top. */
export const folderOf = (file: string): string => {
  const path = file.slice("packages/server/src/".length)
  const holding = known.filter((folder) => path.startsWith(`${folder}/`))
  return holding.toSorted((left, right) => right.length - left.length)[0] ?? path
}

export const inServer = (file: string) => file.startsWith("packages/server/src/")

/** Files that compose the service. */
export const isRoot = (file: string) =>
  inServer(file) && ["App.ts", "Platform.ts", "Serve.ts", "main.ts"].includes(folderOf(file))
