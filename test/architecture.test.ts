import { assert, describe, it } from "@effect/vitest"
import { globSync, readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"

const root = join(import.meta.dirname, "..")

/** Which of our packages each package may import. */
const packages: Readonly<Record<string, ReadonlyArray<string>>> = {
  domain: [],
  "bridge-protocol": ["domain"],
  bridge: ["domain", "bridge-protocol"],
  "client-sdk": ["domain"],
  server: ["domain", "bridge-protocol"]
}

/** The server's folders; each may import those above it. `cli` and `demo` are programs on top of the service. */
const folders = [
  "settings",
  "sql",
  "bus",
  "ops",
  "org",
  "mail",
  "auth",
  "signin",
  "team",
  "apps",
  "robots",
  "jobs",
  "http",
  "pages",
  "portal",
  "hosted",
  "realtime",
  "bridge",
  "demo",
  "cli",
  "wiring"
]

/** What any folder may use. */
const tools = ["Settings.ts", "escapeHtml.ts", "sweep.ts", "turns.ts", "version.ts"]

/** Longer than a file may be, each for a reason. */
const longFiles = ["packages/domain/src/Errors.ts"]

interface Import {
  readonly from: string
  /** Of types alone: gone when the program runs. */
  readonly erased: boolean
  /** A file of the repository, or the name of a module. */
  readonly to: string
}

const statement =
  /^(?:import|export)\s+(?:type\s+)?(?:\w+\s*,?\s*)?(?:\*(?:\s+as\s+\w+)?|\{[^}]*\})?\s*from "([^"]+)"/gm
const bare = /^import "([^"]+)"/gm
const dynamic = /\bimport\(\s*"([^"]+)"/g

const read = (file: string) => readFileSync(join(root, file), "utf8")
const sources = globSync("packages/*/src/**/*.ts", { cwd: root })
const written = sources.filter((file) => !file.endsWith(".gen.ts"))

const imports: ReadonlyArray<Import> = sources.flatMap((from) =>
  [statement, bare, dynamic].flatMap((pattern) =>
    [...read(from).matchAll(pattern)].map(([text, to]) => ({
      from,
      erased: /^(?:import|export) type\b/.test(text),
      to: to!.startsWith(".") ? join(dirname(from), to!) : to!
    }))
  )
)

const offenders = (forbidden: (edge: Import) => boolean) =>
  imports.filter(forbidden).map(({ from, to }) => `${from} imports ${to}`)

const packageOf = (file: string) => file.split("/")[1]!
const isFile = (to: string) => to.startsWith("packages/")
const moduleName = (to: string) => to.split("/", to.startsWith("@") ? 2 : 1).join("/")

/** The feature a server file belongs to: `robots` for robots/config/Drafts.ts, the file itself at the top. */
const featureOf = (file: string) => file.split("/")[3]!
const inServer = (file: string) => file.startsWith("packages/server/src/")
const isRoot = (file: string) => inServer(file) && ["App.ts", "Serve.ts", "main.ts", "wiring"].includes(featureOf(file))
const isEdge = (file: string) => inServer(file) && /(Http|Gateway)\.ts$/.test(file)
const isStore = (file: string) => inServer(file) && file.endsWith("Store.ts")

/** The wiring of the operator's commands, which run without the service. */
const isWiring = (file: string) => isRoot(file) || file === "packages/server/src/cli/Operator.ts"

describe("architecture", () => {
  it("is read from real files", () => {
    assert.isAbove(imports.length, 500)
    const handlers = "packages/server/src/robots/RobotsHttp.ts"
    assert.deepInclude(imports, { from: "packages/server/src/App.ts", to: handlers, erased: false })
    assert.deepInclude(imports, { from: handlers, to: "@fleet/domain/api/Api", erased: false })
  })

  it("knows every package and every folder of the server", () => {
    assert.deepStrictEqual([...new Set(sources.map(packageOf))].sort(), Object.keys(packages).sort())
    const known = sources
      .filter(inServer)
      .map(featureOf)
      .filter((feature) => !feature.endsWith(".ts"))
    assert.deepStrictEqual([...new Set(known)].sort(), folders.toSorted())
  })

  it("lets packages depend in one direction", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => {
        const own = packageOf(from)
        if (isFile(to)) return packageOf(to) !== own
        const other = /^@fleet\/([^/]+)/.exec(to)?.[1]
        return other !== undefined && !packages[own]!.includes(other)
      }),
      []
    )
  })

  it("lets a package import only what its manifest names", () => {
    const named = new Map(
      Object.keys(packages).map((name) => {
        const { dependencies, devDependencies } = JSON.parse(read(`packages/${name}/package.json`))
        return [name, new Set(Object.keys({ ...dependencies, ...devDependencies }))]
      })
    )
    assert.deepStrictEqual(
      offenders(
        ({ from, to }) => !isFile(to) && !to.startsWith("node:") && !named.get(packageOf(from))!.has(moduleName(to))
      ),
      []
    )
  })

  it("keeps the contracts free of Node and of every package but effect", () => {
    assert.deepStrictEqual(
      offenders(
        ({ from, to }) =>
          ["domain", "bridge-protocol"].includes(packageOf(from)) &&
          !isFile(to) &&
          !to.startsWith("@fleet/domain/") &&
          moduleName(to) !== "effect"
      ),
      []
    )
  })

  it("lets the promise face of the SDK import no package at all", () => {
    assert.deepStrictEqual(
      offenders(
        ({ from, to }) =>
          packageOf(from) === "client-sdk" &&
          !from.startsWith("packages/client-sdk/src/effect/") &&
          (isFile(to) ? to.startsWith("packages/client-sdk/src/effect/") : true) &&
          !(to.startsWith("node:") && from === "packages/client-sdk/src/node.ts")
      ),
      []
    )
  })

  it("shows the handlers and the gateways to the wiring and to others of their folder alone", () => {
    const beside = ({ from, to }: Import) => isEdge(from) && dirname(from) === dirname(to)
    assert.deepStrictEqual(
      offenders((edge) => isEdge(edge.to) && !isRoot(edge.from) && !beside(edge)),
      []
    )
  })

  it("reaches a table only through its own feature", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => isStore(to) && !isWiring(from) && featureOf(from) !== featureOf(to)),
      []
    )
  })

  it("speaks SQL only in stores and in sql/", () => {
    assert.deepStrictEqual(
      offenders(
        ({ from, to }) =>
          /^(effect\/sql|@effect\/sql|@electric-sql)/.test(to) && !isStore(from) && featureOf(from) !== "sql"
      ),
      []
    )
  })

  it("speaks HTTP and WebSocket only at the edge", () => {
    assert.deepStrictEqual(
      offenders(
        ({ from, to }) =>
          inServer(from) &&
          /^(effect\/(http|http-api|socket)$|node:https?$|ws$)/.test(to) &&
          !isEdge(from) &&
          !isRoot(from) &&
          !["http", "pages"].includes(featureOf(from))
      ),
      []
    )
  })

  it("lets the server's folders depend in one order", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => {
        if (!inServer(from) || !inServer(to) || isRoot(from)) return false
        const [own, other] = [featureOf(from), featureOf(to)]
        if (own === other || own === "cli.ts" || tools.includes(own)) return false
        if (other.endsWith(".ts")) return !tools.includes(other)
        return folders.indexOf(other) > folders.indexOf(own) || (own === "bridge" && other === "realtime")
      }),
      []
    )
  })

  it("has no file that needs itself in a circle", () => {
    const edges = Map.groupBy(
      imports.filter(({ erased, to }) => isFile(to) && !erased),
      ({ from }) => from
    )
    const done = new Set<string>()
    const circles: Array<string> = []
    const visit = (file: string, path: ReadonlyArray<string>): void => {
      if (path.includes(file)) {
        circles.push([...path.slice(path.indexOf(file)), file].map((each) => basename(each)).join(" > "))
        return
      }
      if (done.has(file)) return
      for (const { to } of edges.get(file) ?? []) visit(to, [...path, file])
      done.add(file)
    }
    for (const file of sources) visit(file, [])
    assert.deepStrictEqual(circles, [])
  })

  it("has no file over 300 lines", () => {
    const long = written.filter((file) => !longFiles.includes(file) && read(file).trimEnd().split("\n").length > 300)
    assert.deepStrictEqual(long, [])
  })

  it("has no unfinished work and no path of somebody's machine", () => {
    const marks = /\b(TODO|FIXME|XXX)\b|["'`(\s](\/(home|root|Users|tmp|work|var|opt)\/|[A-Z]:\\)/
    const marked = written.flatMap((file) =>
      read(file)
        .split("\n")
        .flatMap((line, at) => (marks.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : []))
    )
    assert.deepStrictEqual(marked, [])
  })
})
