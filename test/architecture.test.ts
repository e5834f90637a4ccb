import { assert, describe, it } from "@effect/vitest"
import { basename, dirname } from "node:path"
import {
  folderOf,
  type Import,
  imports,
  inServer,
  isFile,
  isRoot,
  known,
  moduleName,
  offenders,
  packageOf,
  read,
  sources,
  tools,
  written
} from "./support/Sources.ts"

/** The parts of the SDK that run in Node alone: the command, what writes types, Vite's plugin and the file storage. */
const onNode = /^packages\/client-sdk\/src\/(?:cli\/|codegen\/|vite\.ts$|node\.ts$)/

/** The faces of the SDK that need a package beside them, and which. */
const faces: Readonly<Record<string, RegExp>> = {
  effect: /^(?:effect|@fleet\/domain)(?:\/|$)/,
  react: /^react$/,
  "react-query": /^@tanstack\/react-query$/,
  starter: /^yaml$/
}

/** The face that a file of the SDK belongs to; undefined for the promise face. */
const faceOf = (file: string) => Object.keys(faces).find((face) => file.startsWith(`packages/client-sdk/src/${face}/`))

/** Which of our packages each package may import. */
const packages: Readonly<Record<string, ReadonlyArray<string>>> = {
  domain: [],
  "bridge-protocol": ["domain"],
  bridge: ["domain", "bridge-protocol"],
  "client-sdk": ["domain"],
  console: ["sdk"],
  server: ["domain", "bridge-protocol"]
}

/** Longer than a file may be, each for a reason. */
const longFiles = ["packages/domain/src/Errors.ts"]

/** The folders of robots whose stores are one feature's; robots/jobs and robots/home are features of their own. */
const ofRobots = ["alerts", "assets", "bridges", "cameras", "config", "datapoints", "latency", "recordings"].map(
  (name) => `robots/${name}`
)

/** Folders whose stores are for all of a wing. */
const wings: Readonly<Record<string, string>> = {
  "identity/app-users/accounts": "identity/app-users",
  "identity/app-users/limit": "identity/app-users",
  "identity/app-users/oidc": "identity/app-users",
  "identity/app-users/signin": "identity/app-users",
  "identity/developers/team": "identity/developers",
  ...Object.fromEntries(ofRobots.map((folder) => [folder, "robots"]))
}

/** The feature that owns tables: `robots` for robots/config/DraftStore.ts, `identity/sessions` for SessionStore.ts. */
const featureOf = (file: string) => wings[folderOf(file)] ?? folderOf(file)
const isEdge = (file: string) => inServer(file) && /(Http|Gateway)\.ts$/.test(file)
/** What a folder adds to the service. */
const isFeature = (file: string) => inServer(file) && basename(file) === "Feature.ts"
const isStore = (file: string) => inServer(file) && file.endsWith("Store.ts")

/** Statements that several stores are made of. */
const isSharedSql = (file: string) => inServer(file) && file.endsWith("Sql.ts")

/** Lists of features: the service's, and that of the operator's commands. */
const isWiring = (file: string) => isRoot(file) || file === "packages/server/src/cli/Operator.ts"

describe("architecture", () => {
  it("is read from real files", () => {
    assert.isAbove(imports.length, 500)
    const handlers = "packages/server/src/robots/RobotsHttp.ts"
    assert.deepInclude(imports, {
      from: "packages/server/src/robots/Feature.ts",
      to: handlers,
      erased: false,
      late: false
    })
    assert.deepInclude(imports, { from: handlers, to: "@fleet/domain/api/Api", erased: false, late: false })
  })

  it("knows every package and every folder of the server", () => {
    assert.deepStrictEqual([...new Set(sources.map(packageOf))].sort(), Object.keys(packages).sort())
    const found = sources
      .filter(inServer)
      .map(folderOf)
      .filter((folder) => !folder.endsWith(".ts"))
    assert.deepStrictEqual([...new Set(found)].sort(), known.toSorted())
    const alone = sources.filter((file) => inServer(file) && folderOf(file).endsWith(".ts"))
    assert.deepStrictEqual(
      alone.map((file) => file.slice("packages/server/src/".length)).sort(),
      ["App.ts", "Platform.ts", "Serve.ts", "cli.ts", "main.ts", ...tools.map((file) => `platform/${file}`)].sort()
    )
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

  it("has one version of each dependency written down, none as a range", () => {
    const manifests = ["package.json", ...Object.keys(packages).map((name) => `packages/${name}/package.json`)]
    const ranges = manifests.flatMap((file) => {
      const { dependencies, devDependencies, overrides } = JSON.parse(read(file))
      return Object.entries({ ...dependencies, ...devDependencies, ...overrides })
        .filter(([name, version]) => !name.startsWith("@fleet/") && !/^\d+\.\d+\.\d+$/.test(String(version)))
        .map(([name, version]) => `${file}: ${name} ${version}`)
    })
    assert.deepStrictEqual(ranges, [])
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
          faceOf(from) === undefined &&
          (isFile(to) ? faceOf(to) !== undefined && !onNode.test(from) : true) &&
          !(onNode.test(from) && (to.startsWith("node:") || (to === "yaml" && from.includes("/cli/"))))
      ),
      []
    )
  })

  it("lets the other faces of the SDK import their own package alone, and the promise face", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => {
        const face = packageOf(from) === "client-sdk" ? faceOf(from) : undefined
        if (face === undefined) return false
        return isFile(to) ? ![face, undefined].includes(faceOf(to)) : !faces[face]!.test(to)
      }),
      []
    )
  })

  it("keeps what runs in Node alone out of the faces of the SDK that run in browsers", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => packageOf(from) === "client-sdk" && !onNode.test(from) && onNode.test(to)),
      []
    )
  })

  it("lets a feature of the console import no other feature, and nothing of the shell", () => {
    const place = /^packages\/console\/src\/(app|kit|live|format|i18n|query|fleet|session|commands|features\/[^/]+)\//
    const placeOf = (file: string) => place.exec(file)?.[1]
    assert.deepStrictEqual(
      offenders(({ from, to }) => {
        const own = placeOf(from)
        const other = placeOf(to)
        if (own === undefined || other === undefined || own === other) return false
        if (own === "app") return false
        return other === "app" || other.startsWith("features/")
      }),
      []
    )
  })

  it("keeps pages of the console away from the network, the storage and markup by text", () => {
    const pages = sources.filter((file) => /^packages\/console\/src\/(?:features|kit|live)\//.test(file))
    const forbidden = /\bfetch\(|new WebSocket\b|\blocalStorage\b|\binnerHTML\b|dangerouslySetInnerHTML/
    assert.deepStrictEqual(
      pages.filter((file) => forbidden.test(read(file))),
      []
    )
  })

  it("shows the handlers and the gateways to their folder's Feature.ts and to others beside them alone", () => {
    const beside = ({ from, to }: Import) => (isEdge(from) || isFeature(from)) && dirname(from) === dirname(to)
    assert.deepStrictEqual(
      offenders((edge) => isEdge(edge.to) && !isRoot(edge.from) && !beside(edge)),
      []
    )
  })

  it("lists features in the programs alone", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => isFeature(to) && !isWiring(from)),
      []
    )
  })

  it("reaches a table only through its own feature", () => {
    assert.deepStrictEqual(
      offenders(({ from, to }) => isStore(to) && !isWiring(from) && featureOf(from) !== featureOf(to)),
      []
    )
  })

  it("speaks SQL only in stores, in statements that they share, in platform/sql and in platform/nodes", () => {
    assert.deepStrictEqual(
      offenders(
        ({ from, to }) =>
          /^(effect\/sql|@effect\/sql|@electric-sql)/.test(to) &&
          !isStore(from) &&
          !isSharedSql(from) &&
          folderOf(from) !== "platform/sql" &&
          folderOf(from) !== "platform/nodes"
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
          !["billing/provider", "billing/vies", "platform/http", "platform/pages"].includes(folderOf(from))
      ),
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

  it("gives each service a key of its own: two with one would stand in for each other", () => {
    const keys = sources.flatMap((file) => [...read(file).matchAll(/\(\)\("(@fleet\/[^"]+)"/g)].map(([, key]) => key!))
    assert.isAbove(keys.length, 100)
    assert.deepStrictEqual(
      keys.filter((key, at) => keys.indexOf(key) !== at),
      []
    )
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
