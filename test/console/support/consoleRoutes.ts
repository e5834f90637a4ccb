import { readFileSync } from "node:fs"
import { join } from "node:path"

const router = readFileSync(join(import.meta.dirname, "../../../packages/console/src/app/router.tsx"), "utf8")

/** The addresses of the console as its router has them, with `$name` where an identifier stands. */
export const consoleRoutes = (): ReadonlyArray<string> => {
  const found = [
    ...router.matchAll(
      /const (\w+) = createRoute\(\{\s*(?:path: "([^"]*)"|id: "[^"]*"),\s*getParentRoute: \(\) => (\w+)[^\n]*/g
    )
  ].map(([, name, path, parent]) => ({ name: name!, path, parent: parent! }))
  const made = router.match(/= createRoute\(/g)!.length
  if (made !== found.length) throw new Error(`${made} routes are made, and ${found.length} could be read.`)
  const pathOf = (name: string): string => {
    const route = found.find((each) => each.name === name)
    return route === undefined ? "" : `${pathOf(route.parent)}/${route.path ?? ""}`
  }
  const parents = new Set(found.map(({ parent }) => parent))
  return found
    .filter(({ name }) => !parents.has(name))
    .map(({ name }) =>
      pathOf(name)
        .replaceAll(/\/+/g, "/")
        .replace(/(?<=.)\/$/, "")
    )
}
