import { dirname, join } from "node:path/posix"

/** A page of the console, as the router has it. */
export interface RouteFiles {
  /** Its address, with `$name` where an identifier stands. */
  readonly path: string
  /** The files of its page and of what stands around it, below `src`. The shell is in none of them. */
  readonly files: ReadonlyArray<string>
}

const made =
  /const (\w+) = createRoute\(\{\s*(?:path: "([^"]*)"|id: "[^"]*"),\s*getParentRoute: \(\) => (\w+)([\s\S]*?)^\}\)/gm
const loaded = /lazyPage\(\(\) => import\("([^"]+)"\)/

/**
 * The pages of a router, from the text of `src/app/router.tsx`: what builds the console has to know them without running
 * it. Throws where a route is written in another form.
 */
export const routeFiles = (router: string): ReadonlyArray<RouteFiles> => {
  const routes = [...router.matchAll(made)].map(([, name, path, parent, rest]) => ({
    name: name!,
    path,
    parent: parent!,
    file: rest!.match(loaded)?.[1]
  }))
  const count = router.match(/= createRoute\(/g)?.length ?? 0
  if (count !== routes.length) throw new Error(`${count} routes are made, and ${routes.length} could be read.`)
  const lineOf = (name: string): ReadonlyArray<(typeof routes)[number]> => {
    const route = routes.find((each) => each.name === name)
    return route === undefined ? [] : [...lineOf(route.parent), route]
  }
  const parents = new Set(routes.map(({ parent }) => parent))
  return routes
    .filter(({ name }) => !parents.has(name))
    .map(({ name }) => {
      const line = lineOf(name)
      const path = `/${line.map((route) => route.path ?? "").join("/")}`
      return {
        path: path.replaceAll(/\/+/g, "/").replace(/(?<=.)\/$/, ""),
        files: line.flatMap(({ file }) => (file === undefined ? [] : [join(dirname("app/router.tsx"), file)]))
      }
    })
}
