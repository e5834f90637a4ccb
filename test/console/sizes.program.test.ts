import { assert, describe, it } from "@effect/vitest"
import { join } from "node:path"
import { runInNewContext } from "node:vm"
import { gzipSync } from "node:zlib"
import { build, type Rolldown } from "vite"

const root = join(import.meta.dirname, "../../packages/console")

const kb = 1024

/** What a page may weigh after gzip, in the kilobytes that the SDK's core is measured in. */
const bars = {
  firstList: 165 * kb,
  firstScript: 1.5 * kb,
  styles: 20 * kb,
  allStyles: 40 * kb,
  page: 4 * kb,
  editor: 165 * kb,
  live: 90 * kb,
  camera: 40 * kb,
  config: 175 * kb,
  version: 24 * kb
}

const gzipped = (text: string | Uint8Array) => gzipSync(text, { level: 9 }).length

describe("the built console", async () => {
  const built = (await build({
    configFile: join(root, "vite.config.ts"),
    logLevel: "error",
    build: { write: false }
  })) as Rolldown.RolldownOutput
  const chunks = built.output.filter((output) => output.type === "chunk")
  const named = (ending: string) => chunks.find((chunk) => chunk.facadeModuleId?.endsWith(ending) === true)!
  const entry = chunks.find((chunk) => chunk.isEntry)!

  /** Chunks that are loaded before this one runs, itself included. */
  const closure = (...from: ReadonlyArray<Rolldown.OutputChunk>) => {
    const found = new Map<string, Rolldown.OutputChunk>()
    const visit = (chunk: Rolldown.OutputChunk): void => {
      if (found.has(chunk.fileName)) return
      found.set(chunk.fileName, chunk)
      for (const name of chunk.imports) visit(chunks.find((other) => other.fileName === name)!)
    }
    for (const chunk of from) visit(chunk)
    return [...found.values()]
  }
  const weight = (all: ReadonlyArray<Rolldown.OutputChunk>) => all.reduce((sum, { code }) => sum + gzipped(code), 0)
  const shell = new Set(closure(entry).map(({ fileName }) => fileName))
  const beyondShell = (ending: string) => closure(named(ending)).filter(({ fileName }) => !shell.has(fileName))

  it("weighs little until the first list of robots", () => {
    const bytes = weight(closure(entry, named("RobotsPage.tsx")))
    assert.isAtMost(bytes, bars.firstList)
    assert.isAbove(bytes, 50_000)
  })

  it("has styles and a page that weigh little", () => {
    const assets = built.output.filter((output) => output.type === "asset")
    const styles = new Map(
      assets.flatMap(({ fileName, source }) =>
        fileName.endsWith(".css") ? [[fileName, gzipped(source)] as const] : []
      )
    )
    const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + styles.get(name)!, 0)
    const first = new Set(
      closure(entry, named("RobotsPage.tsx")).flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])])
    )
    assert.isAbove(first.size, 1)
    assert.isBelow(first.size, styles.size)
    assert.isAtMost(sum(first), bars.styles)
    // Of every page together: no page is made of styles.
    assert.isAtMost(sum(styles.keys()), bars.allStyles)
    assert.isAtMost(gzipped(assets.find(({ fileName }) => fileName === "index.html")!.source), bars.page)
  })

  it("loads the editor and the live page with their routes alone", () => {
    assert.isAtMost(weight(beyondShell("LivePage.tsx")), bars.live)
    // The decoder comes with the first picture.
    const video = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith("client-sdk/src/video/live.ts")))!
    const camera = closure(video).filter(({ fileName }) => !shell.has(fileName))
    assert.isAtMost(weight(camera), bars.camera)
    assert.isFalse(beyondShell("LivePage.tsx").includes(video))
    for (const module of ["@codemirror/view", "uplot"])
      for (const chunk of closure(entry))
        assert.isFalse(
          chunk.moduleIds.some((id) => id.includes(`node_modules/${module}/`)),
          `${module} in ${chunk.fileName}`
        )
    const editor = chunks.find(({ moduleIds }) =>
      moduleIds.some((id) => id.includes("node_modules/@codemirror/view/"))
    )!
    assert.isAtMost(gzipped(editor.code), bars.editor)
    assert.isAtMost(weight(beyondShell("ConfigPage.tsx")), bars.config)
    // A version is read without the editor, which comes with the comparison of two.
    assert.isAtMost(weight(beyondShell("VersionPage.tsx")), bars.version)
    assert.isFalse(beyondShell("VersionPage.tsx").includes(editor))
  })

  /** What the first script asks a browser for at an address. */
  const asked = (pathname: string) => {
    const source = first.source as string
    const links: Array<{ rel: string; href: string; as?: string; crossOrigin: string }> = []
    const document = { createElement: () => ({}), head: { append: (link: never) => links.push(link) } }
    runInNewContext(source, { document, location: { pathname } })
    return links
  }
  const first = built.output.find(
    (output): output is Rolldown.OutputAsset => output.type === "asset" && /\/first-[\w-]+\.js$/.test(output.fileName)
  )!
  const page = built.output
    .filter((output) => output.type === "asset" && output.fileName === "index.html")
    .map((output) => String((output as Rolldown.OutputAsset).source))
    .join("")

  it("fetches the files of the page beside the shell", () => {
    assert.isBelow(page.indexOf(`src="/${first.fileName}"`), page.indexOf(`src="/${entry.fileName}"`))
    assert.include(page, `src="/${first.fileName}"`)
    assert.isAtMost(gzipped(first.source), bars.firstScript)
    const pages = {
      "/": ["OverviewPage.tsx"],
      "/robots": ["RobotsPage.tsx"],
      "/robots/new": ["NewRobotPage.tsx"],
      "/robots/5b6e/": ["RobotLayout.tsx", "LivePage.tsx"],
      "/robots/5b6e/config/versions/12": ["RobotLayout.tsx", "VersionPage.tsx"],
      "/jobs/5b6e/77": ["JobPage.tsx"]
    }
    for (const [path, files] of Object.entries(pages)) {
      const links = asked(path)
      const scripts = files.flatMap(beyondShell).map(({ fileName }) => `/${fileName}`)
      const wanted = links.filter(({ rel }) => rel === "modulepreload").map(({ href }) => href)
      assert.sameMembers([...new Set(scripts)], wanted, path)
      const styles = links.filter(({ rel }) => rel === "preload")
      assert.isAbove(styles.length, 0, path)
      for (const { as, crossOrigin, href } of styles) {
        assert.match(href, /\.css$/)
        assert.deepStrictEqual({ as, crossOrigin }, { as: "style", crossOrigin: "" })
      }
    }
    assert.deepStrictEqual(asked("/nothing/there"), [])
  })

  it("names every file but the page by its content", () => {
    for (const { fileName } of built.output)
      if (fileName !== "index.html") assert.match(fileName, /^assets\/[\w.-]+-[\w-]{8,}\.\w+$/)
  })
})
