/// <reference lib="dom" />
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { minifySync, type Plugin, type Rolldown } from "vite"
import { routeFiles } from "./routeFiles.ts"

/** What pages need beyond the shell. */
interface Needed {
  /** Built files, each once. */
  readonly files: ReadonlyArray<string>
  /** Addresses, as the source of an expression, and the places of their files. */
  readonly pages: ReadonlyArray<readonly [addresses: string, files: ReadonlyArray<number>]>
}

/**
 * Begins to fetch the files of the page at this address, while the shell is still on its way. It runs in the browser, as
 * a file of its own: it may use nothing from outside itself.
 */
const fetchPage = ({ files, pages }: Needed, path: string, head: Pick<HTMLElement, "append">): void => {
  const found = pages.find(([addresses]) => new RegExp(addresses).test(path))
  for (const place of found?.[1] ?? []) {
    const file = `/assets/${files[place]}`
    const link = document.createElement("link")
    if (file.endsWith(".css")) {
      link.rel = "preload"
      link.as = "style"
    } else link.rel = "modulepreload"
    // As the page asks for it later: a file that was asked for in another way is fetched a second time.
    link.crossOrigin = ""
    link.href = file
    head.append(link)
  }
}

const addressesOf = (path: string) => `^${path.replaceAll(/\$\w+/g, "[^/]+").replace(/\/$/, "")}/?$`

/** The files that each page needs beyond the shell. */
const neededOf = (bundle: Rolldown.OutputBundle, router: string): Needed => {
  const chunks = Object.values(bundle).filter((output) => output.type === "chunk")
  const closure = (chunk: Rolldown.OutputChunk, found = new Set<Rolldown.OutputChunk>()) => {
    if (found.has(chunk)) return found
    found.add(chunk)
    for (const name of chunk.imports) {
      const imported = chunks.find(({ fileName }) => fileName === name)
      if (imported !== undefined) closure(imported, found)
    }
    return found
  }
  const shell = closure(chunks.find(({ isEntry }) => isEntry)!)
  const known: Array<string> = []
  const placeOf = (file: string) => {
    const place = known.indexOf(file)
    return place === -1 ? known.push(file) - 1 : place
  }
  const pages = routeFiles(router).map(({ files, path }) => {
    const built = files.map((file) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(`/src/${file}`) === true)
      if (chunk === undefined) throw new Error(`${file} is the page at ${path}, and no built file is made from it.`)
      return chunk
    })
    const all = new Set(built.flatMap((chunk) => [...closure(chunk)]).filter((chunk) => !shell.has(chunk)))
    const styles = new Set([...all].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))
    const needed = [...styles, ...[...all].map(({ fileName }) => fileName)]
    return [addressesOf(path), needed.map((file) => placeOf(file.replace("assets/", "")))] as const
  })
  return { files: known, pages }
}

/** Puts a small script before the shell, which fetches the files of the page that is opened beside it. */
export const firstScript = (): Plugin => {
  let file = ""
  return {
    name: "first-script",
    apply: "build",
    generateBundle: {
      order: "pre",
      handler(_, bundle) {
        const router = readFileSync(join(import.meta.dirname, "src/app/router.tsx"), "utf8")
        const needed = JSON.stringify(neededOf(bundle, router))
        const source = `(${fetchPage.toString()})(${needed},location.pathname,document.head)`
        const { code } = minifySync("first.js", source)
        file = this.getFileName(this.emitFile({ type: "asset", name: "first.js", source: code }))
      }
    },
    transformIndexHtml: {
      order: "post",
      handler: () => [{ tag: "script", attrs: { src: `/${file}` }, injectTo: "head-prepend" }]
    }
  }
}
