import { readFileSync } from "node:fs"
import { join } from "node:path"
import { routeFiles } from "../../../packages/console/routeFiles.ts"

const router = readFileSync(join(import.meta.dirname, "../../../packages/console/src/app/router.tsx"), "utf8")

/** The addresses of the console as its router has them, with `$name` where an identifier stands. */
export const consoleRoutes = (): ReadonlyArray<string> => routeFiles(router).map(({ path }) => path)
